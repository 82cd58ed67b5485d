/**
 * What a device shows of its screen: what that makes; while that fails, the error screen, or for some tries the last
 * good picture with a mark. Both give the time of the first failed try, so that they stay the same from try to try.
 */
import { setTimeout } from 'node:timers/promises';
import type { ContentHash } from '../../domain/content-hash.ts';
import type { EngineEvents } from '../../domain/engine-events.ts';
import { addTry, type FailingShown, type FailureRun } from '../../domain/failure-run.ts';
import type { ViewerId } from '../../domain/frame.ts';
import { resolveOnError } from '../../domain/on-error.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { cappedAt, leftMs } from '../../platform/base/deadline.ts';
import type { Failure } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { isKnownParty } from '../../platform/base/party-shares.ts';
import type { StageTimes } from '../../platform/base/stages.ts';
import type {
  ContentMaker,
  ContentOutcome,
  ContentRequest,
  KeptContent,
  MadeContent,
  Overloaded,
} from './content-maker.ts';
import { contentSources } from './content-sources.ts';
import type { Content, ContentStore } from './content-store.ts';
import type { DrawCall } from './draw-content.ts';
import type { LastGoodStore } from './last-good.ts';
import type { PictureMaker } from './picture-maker.ts';
import type { SystemScreens } from './system-screens.ts';

/** A device or a frame that asks what to show. */
export interface DeviceRequest extends Omit<ContentRequest, 'failing'> {
  readonly id: ViewerId;
  /** What it was last asked to show. */
  readonly lastContent: ContentHash | null;
  /** The failed tries so far; null when the last try succeeded. */
  readonly failing: FailureRun | null;
  readonly nowMs: number;
}

/** What the device is to show. */
export interface DeviceContent extends Pick<MadeContent, 'kind' | 'content' | 'refreshSeconds'> {
  /** The failed tries; null when the content is what the screen has just made. */
  readonly failing: FailureRun | null;
  /** What the run of the screen has read, as JSON of a `RunReads`; null or absent where it shows no run of this call. */
  readonly reads?: string | null;
  /** Present for a picture that was pushed, in the place of what the screen makes. */
  readonly isPushed?: true;
  /** Draw it before the device asks. If it cannot be drawn, that is a failed try, which is returned. */
  draw(): Promise<FailureRun | null>;
}

/** What a device is to show, with the times of the screen's run: none where it did not run. */
export type DeviceAnswer = (DeviceContent | KeptContent | Overloaded) &
  Pick<ContentOutcome, 'stagesMs' | 'shown'>;

/** A run that has failed, or made what cannot be drawn. */
interface FailedRun extends Pick<MadeContent, 'content' | 'refreshSeconds'> {
  readonly kind: 'failed';
  readonly request: DeviceRequest;
  readonly failure: Failure;
  /** The failed tries before it. */
  readonly before: FailureRun | null;
  readonly sources: () => string;
  readonly stagesMs: StageTimes;
}

interface DeviceContentsOptions {
  readonly contents: ContentMaker;
  readonly pictures: PictureMaker;
  readonly store: ContentStore;
  readonly lastGood: LastGoodStore;
  readonly screens: SystemScreens;
  readonly events: EngineEvents;
}

export class DeviceContents {
  readonly #options: DeviceContentsOptions;
  /** Failed tries of all devices since the start, by what the devices showed, for metrics. */
  readonly failedTries: Record<FailingShown, number> = { error: 0, last_good: 0 };

  constructor(options: DeviceContentsOptions) {
    this.#options = options;
  }

  /** Run the screen of a device. A failure never rejects. */
  async run(request: DeviceRequest): Promise<DeviceAnswer | FailedRun> {
    const { contents } = this.#options;
    const sources = once(() => contentSources(request));
    const { failing } = request;
    const before = failing !== null && failing.sources === sources() ? failing : null;
    const wanted = { ...request, reuse: true, failing: before ?? { sinceMs: request.nowMs, told: null } };
    const made = await contents.make(wanted);
    const { stagesMs } = made;
    this.#tell(request, made);
    if (made.kind === 'overloaded') return made;
    if (made.kind === 'kept') {
      this.#confirm(request, sources);
      return made;
    }
    if (made.failure === null && !this.#promise(request, made.content))
      return { kind: 'overloaded', stagesMs };
    const notDrawn = made.failure === null ? await this.#tryToDraw(request, made.content) : null;
    const shows = { ...wanted, mapping: made.shown ?? request.mapping };
    const result = notDrawn === null ? made : contents.notDrawn(shows, notDrawn);
    if (result.failure !== null) {
      const { failure, refreshSeconds, content } = result;
      return { kind: 'failed', request, content, refreshSeconds, failure, before, sources, stagesMs };
    }
    this.#succeeded(request, made.content, sources);
    return { ...made, failing: null, draw: () => this.#drawFirst(shows, made.content, sources) };
  }

  /** What a device shows after a failed run: its last good picture, for some tries, else the error screen. */
  async afterFailure(run: FailedRun): Promise<DeviceAnswer> {
    const { request, failure, refreshSeconds, before, sources, stagesMs } = run;
    const { id, mapping, nowMs, log } = request;
    const marked = await this.#markedPicture(request, before, sources);
    if (marked === 'no_room' || (marked === null && !this.#promise(request, run.content))) {
      return { kind: 'overloaded', stagesMs };
    }
    const shown = marked === null ? 'error' : 'last_good';
    const failing = addTry(before, { failure, shown, sources: sources(), nowMs });
    this.failedTries[shown] += 1;
    if (marked !== null) {
      const { tries, sinceMs } = failing;
      const facts = { device: id, screen: mapping.screen, tries, since: new Date(sinceMs) };
      log.warn(facts, 'the device goes on showing its last good picture');
    }
    const content = marked ?? run.content;
    const draw = async (): Promise<null> => {
      await this.#options.pictures.ahead(content, callOf(request));
      return null;
    };
    return { kind: 'content', content, refreshSeconds, failing, draw, stagesMs };
  }

  /** Promise the device a picture. False where there is no room for it: it must not be announced to the device. */
  #promise({ id, party, lastContent }: DeviceRequest, content: Content): boolean {
    return this.#options.pictures.promises.offer(content, {
      device: id,
      party,
      isShown: lastContent === content.hash,
    });
  }

  /** Tell how the run of the screen went. Of a failed drawing, the picture maker tells. */
  #tell({ mapping }: DeviceRequest, made: ContentOutcome): void {
    const { events } = this.#options;
    const { stagesMs, shown } = made;
    const { screen } = shown ?? mapping;
    // A screen that is missing does not run.
    if (stagesMs.place !== undefined) events.emit('stages', screen, stagesMs);
    if (made.kind === 'content' && made.failure !== null)
      events.emit('screenFailed', screen, made.failure.code);
  }

  /**
   * Where good pictures are kept, a new one is drawn before it is announced to the device, to know that it is good. Null also
   * when drawing takes long.
   */
  async #tryToDraw(request: DeviceRequest, content: Content): Promise<Failure | null> {
    if (!keeps(request) || request.lastContent === content.hash) return null;
    return this.#drawInTime(content, request);
  }

  /** Draw a content that is announced to its device meanwhile. A failure is then its first failed try. */
  async #drawFirst(
    wanted: ContentRequest,
    content: Content,
    sources: () => string,
  ): Promise<FailureRun | null> {
    const { contents, pictures, store } = this.#options;
    await pictures.ahead(content, callOf(wanted));
    const noted = store.failure(content.hash, monotonicMs());
    if (noted === null) return null;
    const { failure } = contents.notDrawn(wanted, noted.failure);
    this.failedTries.error += 1;
    return addTry(null, {
      failure: failure ?? noted.failure,
      shown: 'error',
      sources: sources(),
      nowMs: noted.atMs,
    });
  }

  /** Wait for a picture as long as the call allows; the drawing goes on for the device's next call. */
  async #drawInTime(content: Content, request: DeviceRequest): Promise<Failure | null> {
    const { pictures, store } = this.#options;
    const drawn = new AbortController();
    const mostMs = leftMs(cappedAt(request.deadline, LIMITS.keptDrawMs));
    const patience = setTimeout(mostMs, null, { signal: drawn.signal }).catch(() => null);
    await Promise.race([pictures.draw(content, callOf(request)), patience]);
    drawn.abort();
    return store.failure(content.hash, monotonicMs())?.failure ?? null;
  }

  #succeeded(request: DeviceRequest, content: Content, sources: () => string): void {
    const { id, nowMs, party } = request;
    const { lastGood } = this.#options;
    const good = { content, sources: sources(), atMs: nowMs };
    if (keeps(request)) lastGood.put(id, good, isKnownParty(party));
    else lastGood.forget(id);
    this.#noteRecovery(request);
  }

  /** The script says that the last picture is still valid. */
  #confirm(request: DeviceRequest, sources: () => string): void {
    this.#noteRecovery(request);
    if (!keeps(request)) return;
    const kept = this.#options.lastGood.get(request.id, sources());
    if (kept === null) return;
    this.#options.lastGood.put(request.id, { ...kept, atMs: request.nowMs }, isKnownParty(request.party));
  }

  /** The last good picture with its mark; null where the device is to show the error. */
  async #markedPicture(
    request: DeviceRequest,
    before: FailureRun | null,
    sources: () => string,
  ): Promise<Content | 'no_room' | null> {
    const { lastGood, screens } = this.#options;
    if (!keeps(request) || (before?.tries ?? 0) >= LIMITS.keptTries) return null;
    const good = lastGood.get(request.id, sources());
    if (good === null) return null;
    const times = { goodMs: good.atMs, sinceMs: before?.sinceMs ?? request.nowMs };
    const marked = screens.marked(good.content, times, request.party);
    if (!this.#promise(request, marked)) return 'no_room';
    // It may not be drawable any more: a file that it shows may be gone.
    return (await this.#drawInTime(marked, request)) === null ? marked : null;
  }

  #noteRecovery({ id, mapping, failing, log }: DeviceRequest): void {
    if (failing === null) return;
    const { tries, sinceMs } = failing;
    log.info(
      { device: id, screen: mapping.screen, tries, since: new Date(sinceMs) },
      'the screen works again',
    );
  }
}

/** The call that a drawing is for. */
function callOf({ device, party, log }: ContentRequest): Omit<DrawCall, 'deadline'> {
  return { device: device.id, party, log };
}

function keeps({ config, mapping }: DeviceRequest): boolean {
  return resolveOnError(config, mapping) === 'keep';
}

/** A value that is made on first use: the digest is needed only around failures, and where pictures are kept. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
