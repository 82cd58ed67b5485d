/** Makes the picture of a content. Pictures are kept, and calls for the same one share the work. */
import { monotonicMs } from '../base/clock.ts';
import { deadlineIn, reserving } from '../base/deadline.ts';
import { describeFailure, type Failure, type FailureCode } from '../base/failure.ts';
import { LIMITS } from '../base/limits.ts';
import type { DrawnWhen, EngineObserver } from '../base/observer.ts';
import { ok, type Result } from '../base/result.ts';
import { addTimes, roundTimes, type Timed } from '../base/stage-times.ts';
import type { StageTimes } from '../base/stages.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import type { RasterResult } from '../render/jobs.ts';
import type { Content, ContentStore, DrawFailure } from '../store/content-store.ts';
import { type DrawCall, drawContent } from './draw-content.ts';
import type { SystemScreens } from './system-screens.ts';
import { WarningLog } from './warning-log.ts';

/** Failures that the picture itself may not be the cause of: a later try may succeed. */
const TRANSIENT: ReadonlySet<FailureCode> = new Set(['worker_lost', 'raster_timeout']);

/** For how long a picture that failed is not tried again. */
const TRANSIENT_MS = 60_000;
const LASTING_MS = 24 * 3_600_000;

export interface PictureMakerOptions {
  readonly store: ContentStore;
  readonly screens: SystemScreens;
  readonly pool: RasterPool;
  readonly observer: EngineObserver;
}

/** The picture that a caller gets. */
export interface FetchedPicture {
  readonly png: Buffer;
  /** When it was drawn; `kept` where somebody has fetched it before. */
  readonly drawn: DrawnWhen | 'kept';
  /** Of its drawing; none where somebody has fetched it before. */
  readonly stagesMs: StageTimes;
}

/** A drawing under way. */
interface Drawing {
  readonly result: Promise<Timed<Buffer>>;
  /** True when somebody has asked for the picture. */
  wanted: boolean;
}

export class PictureMaker {
  readonly #options: PictureMakerOptions;
  readonly #warnings = new WarningLog();
  readonly #running = new Map<ContentHash, Drawing>();
  /** Pictures made since the start, by the rung of the size ladder that made them fit, for metrics. */
  readonly rungs = new Map<number, number>();

  constructor(options: PictureMakerOptions) {
    this.#options = options;
  }

  /**
   * Draw the picture of a content before a device asks for it, in the time that a new call would have. Lines about a
   * drawing go to the log of the call that started it.
   */
  ahead(content: Content, call: Omit<DrawCall, 'deadline'>): Promise<Result<Buffer>> {
    const kept = this.#options.store.picture(content.hash);
    if (kept !== null) return Promise.resolve(ok(kept));
    const deadline = deadlineIn(LIMITS.deviceCallMs);
    return this.#drawing(content, { ...call, deadline }).result;
  }

  /**
   * The PNG for a call that asks for it, or the error screen if it cannot be drawn, which is kept if another try would
   * fail as well. A failure is returned only when the server is busy, or cannot draw the error screen either; null for a
   * hash that is not known.
   * @param call  its deadline is that of a drawing that it starts; one under way keeps its own
   */
  async fetch(hash: ContentHash, call: DrawCall): Promise<Result<FetchedPicture> | null> {
    const { store } = this.#options;
    const kept = store.picture(hash);
    if (kept !== null) {
      const stagesMs = store.takeDrawnAhead(hash);
      if (stagesMs === null) return ok({ png: kept, drawn: 'kept', stagesMs: {} });
      this.#noteFetch(hash, 'ahead');
      return ok({ png: kept, drawn: 'ahead', stagesMs });
    }
    const content = store.get(hash);
    if (content === null) return null;
    const drawn = this.#running.has(hash) ? 'while_waiting' : 'on_call';
    const drawing = this.#drawing(content, call);
    drawing.wanted = true;
    const result = await drawing.result;
    if (!result.ok) return result;
    this.#noteFetch(hash, drawn);
    return ok({ png: result.value, drawn, stagesMs: result.stagesMs });
  }

  #noteFetch(hash: ContentHash, drawn: DrawnWhen): void {
    const { store, observer } = this.#options;
    const first = store.noteFetch(hash);
    if (first !== null) observer.firstFetch(first.screen, monotonicMs() - first.toldMs, drawn);
  }

  /** The drawing of a content that is under way, or a new one. */
  #drawing(content: Content, call: DrawCall): Drawing {
    const { hash } = content;
    const running = this.#running.get(hash);
    if (running !== undefined) return running;
    const failure = this.#options.store.failure(hash, monotonicMs());
    const made = failure === null ? this.#draw(content, call) : this.#drawError(content, failure, call);
    const drawing = { result: made.finally(() => this.#running.delete(hash)), wanted: false };
    this.#running.set(hash, drawing);
    return drawing;
  }

  async #draw(content: Content, call: DrawCall): Promise<Timed<Buffer>> {
    const { hash, screen, spec } = content;
    const { log } = call;
    const deadline = reserving(call.deadline, LIMITS.failureReserveMs);
    const drawn = await this.#rasterize(content, { ...call, deadline });
    const { stagesMs } = drawn;
    if (!drawn.ok) return this.#fail(content, drawn.error, stagesMs, call);
    const { ladderStep, tooLargeBytes, warnings } = drawn.value;
    for (const [step, bytes] of tooLargeBytes.entries()) {
      const numbers = { screen, hash, ladderStep: step, bytes, maxPngBytes: spec.maxPngBytes };
      log.warn(numbers, 'picture over its byte limit: next step of the size ladder');
    }
    this.rungs.set(ladderStep, (this.rungs.get(ladderStep) ?? 0) + 1);
    this.#warnings.write(log, screen, warnings, { hash });
    return { ...ok(this.#keep(content, drawn.value.png, stagesMs)), stagesMs };
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
    const { observer, store } = this.#options;
    const facts = { screen, device: call.device, hash, code, stagesMs: roundTimes(stagesMs) };
    call.log.error(facts, `picture not drawn: ${describeFailure(failure)}`);
    observer.screenFailed(screen, code);
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
    const { pool, observer } = this.#options;
    const { screen, spec } = content;
    const drawn = await drawContent(pool, content, call);
    observer.stages(screen, drawn.stagesMs);
    if (drawn.ok) observer.pictureDrawn(screen, drawn.value.png.length, spec.maxPngBytes);
    return drawn;
  }

  /**
   * Keep a picture, unless it may have been drawn with other fonts than its hash stands for: a device that has been told
   * of the hash gets it all the same.
   */
  #keep(content: Content, bytes: Uint8Array, stagesMs: StageTimes): Buffer {
    const png = asBuffer(bytes);
    const { store, screens } = this.#options;
    const wanted = this.#running.get(content.hash)?.wanted ?? false;
    if (content.environment === screens.environment.digest) {
      store.putPicture(content, png, wanted ? null : stagesMs);
    }
    return png;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
