/** Makes the picture of a content: kept ones are sent again, equal ones are drawn once however many ask. */
import { describeFailure, type Failure, type FailureCode } from '../base/failure.ts';
import type { Logger } from '../base/logger.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import type { Content, ContentStore } from '../store/content-store.ts';
import { drawError } from './error-picture.ts';

/** Failures that say nothing about the picture itself: the next try may succeed. */
const TRANSIENT: ReadonlySet<FailureCode> = new Set(['overloaded', 'worker_lost', 'raster_timeout']);

/** How long a failed picture is not tried again. */
const TRANSIENT_MS = 60_000;
const LASTING_MS = 24 * 3_600_000;

export class PictureMaker {
  readonly #store: ContentStore;
  readonly #pool: RasterPool;
  readonly #log: Logger;
  readonly #running = new Map<ContentHash, Promise<Result<Buffer>>>();
  /** Pictures made since the start by the rung of the size ladder that they came from, for metrics. */
  readonly rungs = new Map<number, number>();

  constructor(store: ContentStore, pool: RasterPool, log: Logger) {
    this.#store = store;
    this.#pool = pool;
    this.#log = log;
  }

  /**
   * The PNG of a content. A content that cannot be drawn at all gives the error screen in its place; a failure is
   * returned only where another try may succeed.
   */
  picture(content: Content): Promise<Result<Buffer>> {
    const kept = this.#store.picture(content.hash);
    if (kept !== null) return Promise.resolve(ok(kept));
    const running = this.#running.get(content.hash);
    if (running !== undefined) return running;
    const drawing = this.#draw(content).finally(() => this.#running.delete(content.hash));
    this.#running.set(content.hash, drawing);
    return drawing;
  }

  async #draw(content: Content): Promise<Result<Buffer>> {
    const { hash, svg, name, assets, spec, screen } = content;
    const result = await this.#pool.run({ svg, name, assets, spec });
    if (result.ok) {
      const { ladderStep, tooLargeBytes, texts, warnings, stagesMs } = result.value;
      for (const [step, bytes] of tooLargeBytes.entries()) {
        const numbers = { screen, hash, ladderStep: step, bytes, maxPngBytes: spec.maxPngBytes };
        this.#log.warn(numbers, 'picture over its byte limit: next step of the size ladder');
      }
      this.rungs.set(ladderStep, (this.rungs.get(ladderStep) ?? 0) + 1);
      for (const warning of warnings) this.#log.warn({ screen, hash }, warning);
      this.#log.debug({ screen, hash, stagesMs, texts, bytes: result.value.png.length }, 'picture drawn');
      return ok(this.#keep(content, result.value.png));
    }
    return this.#fail(content, result.error);
  }

  async #fail(content: Content, failure: Failure): Promise<Result<Buffer>> {
    const { hash, screen, spec } = content;
    const transient = TRANSIENT.has(failure.code);
    if (failure.code !== 'overloaded') {
      this.#log.error({ screen, hash, code: failure.code }, `picture not drawn: ${describeFailure(failure)}`);
      this.#store.noteFailure(hash, {
        failure,
        untilMs: Date.now() + (transient ? TRANSIENT_MS : LASTING_MS),
      });
    }
    if (transient) return err(failure);
    const drawn = await drawError(this.#pool, failure, spec);
    return drawn.ok ? ok(this.#keep(content, drawn.value.png)) : drawn;
  }

  #keep(content: Content, bytes: Uint8Array): Buffer {
    const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#store.putPicture(content.hash, png);
    return png;
  }
}
