/** The pool that turns SVGs into PNGs. Its threads burn CPU, so there is one a core. */
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import type { Result } from '../base/result.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { RasterJob, RasterResult } from '../render/jobs.ts';
import { coreThreads, WorkerPool } from './worker-pool.ts';

const HEAP_MB = 512;

export interface RasterPoolOptions {
  readonly log: Logger;
  readonly fonts: FontBook;
  /** Private directory for font instances. */
  readonly scratchDir: string;
  /** Threads; null takes one a core. */
  readonly threads: number | null;
}

export class RasterPool {
  readonly #pool: WorkerPool<RasterJob, RasterResult>;

  constructor(options: RasterPoolOptions) {
    const threads = options.threads ?? coreThreads();
    this.#pool = new WorkerPool({
      filename: new URL('../../workers/raster.js', import.meta.url),
      minThreads: threads,
      maxThreads: threads,
      maxQueue: LIMITS.rasterQueue,
      deadlineMs: LIMITS.rasterWallMs,
      timeoutCode: 'raster_timeout',
      workerData: () => ({ fonts: options.fonts, scratchDir: options.scratchDir }),
      log: options.log,
      heapMb: HEAP_MB,
    });
  }

  /** Start the threads. */
  start(): Promise<void> {
    return this.#pool.start();
  }

  get queued(): number {
    return this.#pool.queued;
  }

  get threads(): number {
    return this.#pool.threads;
  }

  /** Draw a picture. Never rejects. */
  run(job: RasterJob): Promise<Result<RasterResult>> {
    return this.#pool.run(job, `the picture of "${job.name}"`).answer;
  }

  stop(graceMs: number): Promise<void> {
    return this.#pool.stop(graceMs);
  }
}
