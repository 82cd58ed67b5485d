/** The processes that process pictures for scripts. They start with the first picture and end when idle. */
import { LRUCache } from 'lru-cache';
import { type Deadline, deadlineIn, leftMs } from '../base/deadline.ts';
import { workerFile } from '../base/entry-files.ts';
import type { Failure } from '../base/failure.ts';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import { NICENESS } from '../base/niceness.ts';
import { type EngineObserver, NO_OBSERVER } from '../base/observer.ts';
import { SingleFlight } from '../scheduling/single-flight.ts';
import type { ImageAnswer, ImageRequest } from '../script/image/image-request.ts';
import { ProcessPool } from './process-pool.ts';

/** Two, so that a picture that takes long does not hold up all others. */
const PROCESSES = 2;
/** Pixels are native memory; on this heap are two planes of the largest result at most. */
const HEAP_MB = 256;
const UNWANTED: Failure = { code: 'compose_timeout', message: 'nobody waits for the picture any more' };
/** What an entry of the cache costs beside its bytes. */
const ENTRY_BYTES = 256;

type Processed = Extract<ImageAnswer, { ok: true }>;

export class ImagePool {
  readonly #pool: ProcessPool<Pick<ImageRequest, 'bytes' | 'options'>, ImageAnswer>;
  readonly #cache = new LRUCache<string, Processed>({
    maxSize: LIMITS.imageCacheBytes,
    sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
  });
  readonly #underWay = new SingleFlight<ImageAnswer>();

  constructor(log: Logger, observer: EngineObserver = NO_OBSERVER) {
    this.#pool = new ProcessPool({
      entry: workerFile('image-process'),
      minProcesses: 0,
      maxProcesses: PROCESSES,
      maxQueue: LIMITS.imageQueue,
      timeoutCode: 'compose_timeout',
      setup: () => null,
      log,
      onLost: (why) => observer.workerLost('image', why),
      heapMb: HEAP_MB,
      memoryBytes: LIMITS.imageMemoryBytes,
      keepBytes: LIMITS.processKeepBytes,
      niceness: NICENESS.work,
    });
  }

  /**
   * Process a picture; equal requests are processed once. Never rejects.
   * @param signal  ends the wait; a picture that nobody waits for any more is given up
   */
  async process(
    request: ImageRequest,
    deadline: Deadline,
    signal: AbortSignal,
    log: Logger,
  ): Promise<ImageAnswer> {
    const known = this.#cache.get(request.key);
    if (known !== undefined) return known;
    const start = (abort: AbortSignal) => this.#process(request, abort, log);
    const patience = { signals: [signal], timeoutMs: Math.floor(leftMs(deadline)), onJoined: () => {} };
    try {
      return await this.#underWay.join(request.key, start, patience);
    } catch (error) {
      const isBusy = this.#pool.queued > 0;
      return { ok: false, error: `a picture: ${(error as Error).message}`, isBusy };
    }
  }

  async #process(
    { key, bytes, options }: ImageRequest,
    abort: AbortSignal,
    log: Logger,
  ): Promise<ImageAnswer> {
    const job = this.#pool.run({ bytes, options }, 'a picture', deadlineIn(LIMITS.imageWallMs), log);
    abort.addEventListener('abort', () => job.cancel(UNWANTED));
    const result = await job.answer;
    if (!result.ok) {
      const { code, message } = result.error;
      return { ok: false, error: message, isBusy: code === 'overloaded' };
    }
    const answer = result.value;
    if (answer.ok) this.#cache.set(key, answer);
    return answer;
  }

  stop(graceMs: number): Promise<void> {
    return this.#pool.stop(graceMs);
  }
}
