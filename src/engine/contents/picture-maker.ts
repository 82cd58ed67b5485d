/**
 * Makes the picture of a content. Pictures are kept, and calls for the same one share the work. One that nobody has asked
 * for yet is a speculation: it is drawn while there is nothing else to do, and becomes an ordinary one when its call comes.
 */

import type { ContentHash } from '../../domain/content-hash.ts';
import type { DrawnWhen, EngineEvents } from '../../domain/engine-events.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { deadlineIn, leftMs, reserving } from '../../platform/base/deadline.ts';
import { describeFailure, type Failure, type FailureCode } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { firstServed, isKnownParty } from '../../platform/base/party-shares.ts';
import { ok, type Result } from '../../platform/base/result.ts';
import { addTimes, roundTimes, type StageTimes, type Timed } from '../../platform/base/stages.ts';
import type { RasterResult } from '../jobs/jobs.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import { SpeculationQueue } from '../scheduling/speculation-queue.ts';
import type { Content, ContentStore, DrawFailure } from './content-store.ts';
import { type DrawCall, drawContent } from './draw-content.ts';
import { Drawing } from './drawing.ts';
import { PicturePromises } from './picture-promises.ts';
import type { SystemScreens } from './system-screens.ts';
import { WarningLog } from './warning-log.ts';

/** Failures that the picture itself may not be the cause of: a later try may succeed. */
const TRANSIENT: ReadonlySet<FailureCode> = new Set(['worker_lost', 'raster_timeout']);

/** For how long a picture that failed is not tried again. */
const TRANSIENT_MS = 60_000;
const LASTING_MS = 24 * 3_600_000;

interface PictureMakerOptions {
  readonly store: ContentStore;
  readonly screens: SystemScreens;
  readonly pool: RasterPool;
  readonly events: EngineEvents;
  /** True while calls of devices need the processors: pictures that nobody has asked for are not begun. */
  isBusy(): boolean;
}

/** The call that wants a drawing. Its deadline begins with the drawing. */
type AheadCall = Omit<DrawCall, 'deadline' | 'last'>;

/** The picture that a caller gets. */
export interface FetchedPicture {
  readonly png: Buffer;
  /** When it was drawn; `kept` where somebody has fetched it before. */
  readonly drawn: DrawnWhen | 'kept';
  /** Stages of its drawing; none if somebody has fetched it before. */
  readonly stagesMs: StageTimes;
}

export class PictureMaker {
  readonly #options: PictureMakerOptions;
  readonly #warnings = new WarningLog();
  /** Drawings that are under way, or wait to begin. */
  readonly #drawings = new Map<ContentHash, Drawing>();
  readonly speculations: SpeculationQueue<ContentHash>;
  readonly promises: PicturePromises;
  /** Pictures made since the start, by the rung of the size ladder that made them fit, for metrics. */
  readonly rungs = new Map<number, number>();

  constructor(options: PictureMakerOptions) {
    this.#options = options;
    const { store, pool, isBusy } = options;
    this.speculations = new SpeculationQueue({
      // Like slow ones they leave a worker to pictures that somebody waits for.
      width: pool.slowWidth,
      maxWaiting: LIMITS.speculations,
      // Where there is no room for promises, drawing what is promised makes some; strangers wait for theirs.
      isFree: (isLast) => pool.hasSpare && ((this.promises.isFull && !isLast) || !isBusy()),
    });
    this.promises = new PicturePromises({
      store,
      pool,
      onEnd: (hash) => this.speculations.drop(hash),
    });
  }

  /**
   * Draw the picture of a content before a device asks for it, when there is nothing else to do. Lines about a drawing go
   * to the log of the call that asked for it first. The result is `overloaded` when it is given up.
   */
  ahead(content: Content, call: AheadCall): Promise<Result<Buffer>> {
    const kept = this.#options.store.picture(content.hash);
    if (kept !== null) return Promise.resolve(ok(kept));
    const known = this.#drawings.get(content.hash);
    if (known !== undefined) return known.result;
    const drawing = this.#open(content, call);
    const { party } = call;
    const speculation = {
      begin: () => drawing.begin({ deadline: deadlineIn(LIMITS.deviceCallMs), party }),
      drop: () => drawing.drop(),
    };
    this.speculations.add(content.hash, speculation, !isKnownParty(party));
    return drawing.result;
  }

  /** Draw the picture of a content now, in the time that a new call would have: somebody waits to know that it is good. */
  draw(content: Content, call: AheadCall): Promise<Result<Buffer>> {
    const kept = this.#options.store.picture(content.hash);
    if (kept !== null) return Promise.resolve(ok(kept));
    return this.#begun(content, { ...call, deadline: deadlineIn(LIMITS.deviceCallMs) }).result;
  }

  /**
   * The PNG for a call that asks for it, or the error screen if it cannot be drawn, which is kept if another try would
   * fail as well. A failure is returned only when there was no time, or the error screen cannot be drawn either; null for
   * a hash that is not known.
   * @param call  its deadline is that of a drawing that it begins; one under way keeps its own
   */
  async fetch(hash: ContentHash, call: DrawCall): Promise<Result<FetchedPicture> | null> {
    const { store } = this.#options;
    const kept = store.picture(hash);
    if (kept !== null) {
      this.promises.noteFetched(hash);
      const stagesMs = store.takeDrawnAhead(hash);
      if (stagesMs === null) return ok({ png: kept, drawn: 'kept', stagesMs: {} });
      this.#noteFetch(hash, 'ahead');
      return ok({ png: kept, drawn: 'ahead', stagesMs });
    }
    const content = store.get(hash);
    if (content === null) return null;
    const { isPromised, end } = this.promises.ask(content, call.party);
    const party = firstServed(this.promises.partyOf(hash) ?? call.party, call.party);
    const fetched = await this.#fetchDrawn(content, { ...call, party, last: !isPromised });
    end();
    if (fetched.ok) this.promises.noteFetched(hash);
    return fetched;
  }

  async #fetchDrawn(content: Content, call: DrawCall): Promise<Result<FetchedPicture>> {
    const { hash } = content;
    const drawn = this.#drawings.get(hash)?.begun === true ? 'while_waiting' : 'on_call';
    const drawing = this.#begun(content, call);
    drawing.wanted = true;
    const result = await drawing.result;
    if (result.ok) {
      this.#noteFetch(hash, drawn);
      return ok({ png: result.value, drawn, stagesMs: result.stagesMs });
    }
    if (result.error.code !== 'overloaded') return result;
    // The time of an earlier call was up: this one may have some left.
    if (drawn === 'while_waiting' && leftMs(call.deadline) > 0) return this.#fetchDrawn(content, call);
    // The device will come back for it.
    void this.ahead(content, call);
    return result;
  }

  #noteFetch(hash: ContentHash, drawn: DrawnWhen): void {
    const { store, events } = this.#options;
    const first = store.noteFetch(hash);
    if (first !== null) events.emit('firstFetch', first.screen, monotonicMs() - first.toldMs, drawn);
  }

  /** The drawing of a content, which has begun. */
  #begun(content: Content, call: DrawCall): Drawing {
    const drawing = this.#drawings.get(content.hash) ?? this.#open(content, call);
    this.speculations.promote(content.hash);
    void drawing.begin(call);
    return drawing;
  }

  #open(content: Content, call: AheadCall): Drawing {
    const { hash } = content;
    const drawing = new Drawing({
      draw: ({ deadline, party, last = false }) => this.#make(content, { ...call, deadline, party, last }),
      onEnd: () => this.#drawings.delete(hash),
    });
    this.#drawings.set(hash, drawing);
    return drawing;
  }

  #make(content: Content, call: DrawCall): Promise<Timed<Buffer>> {
    const failure = this.#options.store.failure(content.hash, monotonicMs());
    return failure === null ? this.#draw(content, call) : this.#drawError(content, failure, call);
  }

  async #draw(content: Content, call: DrawCall): Promise<Timed<Buffer>> {
    const { hash, screen, spec } = content;
    const { log } = call;
    const deadline = reserving(call.deadline, LIMITS.failureReserveMs);
    const drawn = await this.#rasterize(content, { ...call, deadline });
    const { stagesMs } = drawn;
    if (!drawn.ok) return this.#fail(content, drawn.error, stagesMs, call);
    const { png, ladderStep, lost, tooLargeBytes, warnings } = drawn.value;
    const bytes = png.length;
    if (ladderStep > 0) {
      const numbers = { screen, hash, ladderStep, bytes, maxPngBytes: spec.maxPngBytes, tooLargeBytes };
      log.warn(numbers, `picture over its byte limit: ${lost ?? 'the same pixels fit, compressed harder'}`);
    }
    this.rungs.set(ladderStep, (this.rungs.get(ladderStep) ?? 0) + 1);
    this.#warnings.write(log, screen, warnings, { hash });
    const ms = Object.values(stagesMs).reduce((sum, stage) => sum + stage, 0);
    const drawing = { ms, bytes, step: ladderStep, lost };
    this.#options.events.emit('pictureMade', hash, drawing, call.device);
    return { ...ok(this.#keep(content, png, stagesMs)), stagesMs };
  }

  async #fail(
    content: Content,
    failure: Failure,
    stagesMs: StageTimes,
    call: DrawCall,
  ): Promise<Timed<Buffer>> {
    const { code } = failure;
    if (code === 'overloaded') return { ok: false, error: failure, stagesMs };
    const { hash, screen } = content;
    const { events, store } = this.#options;
    const facts = { screen, device: call.device, hash, code, stagesMs: roundTimes(stagesMs) };
    call.log.error(facts, `picture not drawn: ${describeFailure(failure)}`);
    events.emit('screenFailed', screen, code);
    const believedMs = TRANSIENT.has(code) ? TRANSIENT_MS : LASTING_MS;
    const noted = { failure, atMs: Date.now(), untilMs: monotonicMs() + believedMs };
    store.noteFailure(hash, noted);
    return this.#drawError(content, noted, call, stagesMs);
  }

  /** @param before  what the picture itself took before it failed */
  async #drawError(
    content: Content,
    { failure, atMs }: DrawFailure,
    call: DrawCall,
    before: StageTimes = {},
  ): Promise<Timed<Buffer>> {
    const { screen, spec } = content;
    // Without the name of a device: others may have the same picture.
    const facts = { failure, device: null, screen, sinceMs: atMs };
    const drawn = await this.#rasterize(this.#options.screens.error(spec, facts), call);
    const stagesMs = addTimes(before, drawn.stagesMs);
    if (!drawn.ok) return { ...drawn, stagesMs };
    const { png } = drawn.value;
    // An error screen that is kept would stand in for a picture that may succeed at the next try.
    const picture = TRANSIENT.has(failure.code) ? asBuffer(png) : this.#keep(content, png, stagesMs);
    return { ...ok(picture), stagesMs };
  }

  async #rasterize(content: Content, call: DrawCall): Promise<Timed<RasterResult>> {
    const { pool, events } = this.#options;
    const { screen, spec } = content;
    const drawn = await drawContent(pool, content, call);
    this.promises.learnFrom(content);
    events.emit('stages', screen, drawn.stagesMs);
    if (drawn.ok) events.emit('pictureDrawn', screen, drawn.value.png.length, spec.maxPngBytes);
    return drawn;
  }

  /**
   * Keep a picture, unless it may have been drawn with other fonts than its hash stands for: a device that has been told
   * of the hash gets it all the same.
   */
  #keep(content: Content, bytes: Uint8Array, stagesMs: StageTimes): Buffer {
    const png = asBuffer(bytes);
    const { store, screens } = this.#options;
    const wanted = this.#drawings.get(content.hash)?.wanted ?? false;
    if (content.environment === screens.environment.digest) {
      store.putPicture(content, png, wanted ? null : stagesMs);
      this.promises.noteDrawn(content.hash);
    }
    return png;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
