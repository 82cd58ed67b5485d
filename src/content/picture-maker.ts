/** Makes the picture of a content. Pictures are kept, and calls for the same one share the work. */
import { monotonicMs } from '../base/clock.ts';
import { type Deadline, deadlineIn, reserving } from '../base/deadline.ts';
import { describeFailure, type Failure, type FailureCode } from '../base/failure.ts';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import type { Content, ContentStore, DrawFailure } from '../store/content-store.ts';
import { drawContent } from './draw-content.ts';
import type { SystemScreens } from './system-screens.ts';
import { WarningLog } from './warning-log.ts';

/** Failures that the picture itself may not be the cause of: a later try may succeed. */
const TRANSIENT: ReadonlySet<FailureCode> = new Set(['worker_lost', 'raster_timeout']);

/** For how long a picture that failed is not tried again. */
const TRANSIENT_MS = 60_000;
const LASTING_MS = 24 * 3_600_000;

export class PictureMaker {
  readonly #store: ContentStore;
  readonly #screens: SystemScreens;
  readonly #pool: RasterPool;
  readonly #log: Logger;
  readonly #warnings = new WarningLog();
  readonly #running = new Map<ContentHash, Promise<Result<Buffer>>>();
  /** Pictures made since the start, by the rung of the size ladder that made them fit, for metrics. */
  readonly rungs = new Map<number, number>();

  constructor(store: ContentStore, screens: SystemScreens, pool: RasterPool, log: Logger) {
    this.#store = store;
    this.#screens = screens;
    this.#pool = pool;
    this.#log = log;
  }

  /**
   * The PNG of a content, or the error screen if that cannot be drawn, which is kept if another try would fail as well.
   * A failure is returned only when the server is busy, or cannot draw the error screen either.
   * @param deadline  of a drawing that this starts, as one under way keeps its own; where no call waits, that of a new call
   */
  picture(content: Content, deadline: Deadline = deadlineIn(LIMITS.deviceCallMs)): Promise<Result<Buffer>> {
    const kept = this.#store.picture(content.hash);
    if (kept !== null) return Promise.resolve(ok(kept));
    const running = this.#running.get(content.hash);
    if (running !== undefined) return running;
    const failure = this.#store.failure(content.hash, monotonicMs());
    const drawing =
      failure === null ? this.#draw(content, deadline) : this.#drawError(content, failure, deadline);
    const settled = drawing.finally(() => this.#running.delete(content.hash));
    this.#running.set(content.hash, settled);
    return settled;
  }

  async #draw(content: Content, deadline: Deadline): Promise<Result<Buffer>> {
    const { hash, screen, spec } = content;
    const result = await drawContent(this.#pool, content, reserving(deadline, LIMITS.failureReserveMs));
    if (result.ok) {
      const { ladderStep, tooLargeBytes, texts, warnings, stagesMs } = result.value;
      for (const [step, bytes] of tooLargeBytes.entries()) {
        const numbers = { screen, hash, ladderStep: step, bytes, maxPngBytes: spec.maxPngBytes };
        this.#log.warn(numbers, 'picture over its byte limit: next step of the size ladder');
      }
      this.rungs.set(ladderStep, (this.rungs.get(ladderStep) ?? 0) + 1);
      this.#warnings.write(this.#log, screen, warnings, { hash });
      this.#log.debug({ screen, hash, stagesMs, texts, bytes: result.value.png.length }, 'picture drawn');
      return ok(this.#keep(content, result.value.png));
    }
    return this.#fail(content, result.error, deadline);
  }

  #fail(content: Content, failure: Failure, deadline: Deadline): Promise<Result<Buffer>> {
    if (failure.code === 'overloaded') return Promise.resolve(err(failure));
    const { hash, screen } = content;
    this.#log.error({ screen, hash, code: failure.code }, `picture not drawn: ${describeFailure(failure)}`);
    const believedMs = TRANSIENT.has(failure.code) ? TRANSIENT_MS : LASTING_MS;
    const noted = { failure, atMs: Date.now(), untilMs: monotonicMs() + believedMs };
    this.#store.noteFailure(hash, noted);
    return this.#drawError(content, noted, deadline);
  }

  async #drawError(
    content: Content,
    { failure, atMs }: DrawFailure,
    deadline: Deadline,
  ): Promise<Result<Buffer>> {
    const { screen, spec } = content;
    // Without the name of a device: others may have the same picture.
    const error = this.#screens.error(spec, { failure, device: null, screen, sinceMs: atMs });
    const drawn = await drawContent(this.#pool, error, deadline);
    if (!drawn.ok) return drawn;
    // An error screen that is kept would stand in for a picture that may succeed at the next try.
    return ok(TRANSIENT.has(failure.code) ? asBuffer(drawn.value.png) : this.#keep(content, drawn.value.png));
  }

  /**
   * Keep a picture, unless it may have been drawn with other fonts than its hash stands for: a device that has been told
   * of the hash gets it all the same.
   */
  #keep({ hash, environment }: Content, bytes: Uint8Array): Buffer {
    const png = asBuffer(bytes);
    if (environment === this.#screens.environment.digest) this.#store.putPicture(hash, png);
    return png;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
