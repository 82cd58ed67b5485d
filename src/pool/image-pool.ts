/** The processes that process pictures for scripts. They start with the first picture and end when none comes any more. */
import { LRUCache } from 'lru-cache';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import type { Result } from '../base/result.ts';
import type { ImageAnswer, ImageRequest } from '../script/image/image-request.ts';
import { ProcessPool } from './process-pool.ts';

/** Two, so that a picture that takes long does not hold up all others. */
const PROCESSES = 2;
/** Pixels are native memory; on this heap are two planes of the largest result at most. */
const HEAP_MB = 256;
/** What an entry of the cache costs beside its bytes. */
const ENTRY_BYTES = 256;

type Processed = Extract<ImageAnswer, { ok: true }>;

export class ImagePool {
  readonly #pool: ProcessPool<Pick<ImageRequest, 'bytes' | 'options'>, ImageAnswer>;
  readonly #cache = new LRUCache<string, Processed>({
    maxSize: LIMITS.imageCacheBytes,
    sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
  });
  readonly #underWay = new Map<string, Promise<ImageAnswer>>();

  constructor(log: Logger) {
    this.#pool = new ProcessPool({
      entry: new URL('../../workers/image-process.js', import.meta.url),
      minProcesses: 0,
      maxProcesses: PROCESSES,
      maxQueue: LIMITS.imageQueue,
      deadlineMs: LIMITS.imageWallMs,
      timeoutCode: 'compose_timeout',
      setup: () => null,
      log,
      heapMb: HEAP_MB,
      memoryBytes: LIMITS.imageMemoryBytes,
      keepBytes: LIMITS.processKeepBytes,
      niceness: 0,
    });
  }

  /** Process a picture; one that was processed in the same way before is not processed again. Never rejects. */
  async process(request: ImageRequest): Promise<ImageAnswer> {
    const { key } = request;
    const known = this.#cache.get(key) ?? this.#underWay.get(key);
    if (known !== undefined) return await known;
    const answer = this.#process(request);
    this.#underWay.set(key, answer);
    try {
      return await answer;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #process({ key, bytes, options }: ImageRequest): Promise<ImageAnswer> {
    const result: Result<ImageAnswer> = await this.#pool.run({ bytes, options }, 'a picture').answer;
    if (!result.ok) return { ok: false, error: result.error.message };
    const answer = result.value;
    if (answer.ok) this.#cache.set(key, answer);
    return answer;
  }

  stop(graceMs: number): Promise<void> {
    return this.#pool.stop(graceMs);
  }
}
