/** The pool that turns SVGs into PNGs. Its threads burn CPU, so there is one a core. */
import { LRUCache } from 'lru-cache';
import type { Failure } from '../base/failure.ts';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import { err, type Result } from '../base/result.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { RasterJob, RasterResult } from '../render/jobs.ts';
import { BUSY, type Entry, Gate } from './gate.ts';
import { coreThreads, WorkerPool } from './worker-pool.ts';

const HEAP_MB = 512;

/**
 * How many times as long as it takes itself a picture lets others pass: a clock does not wait behind a line of photos,
 * and a photo waits little longer than it would anyway.
 */
const PATIENCE = 15;
const MAX_PATIENCE_MS = 500;
/** Kinds of pictures whose time is remembered. */
const MAX_KINDS = 1000;

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
  readonly #gate: Gate;
  /** How long a picture of a kind is expected to take, in ms. */
  readonly #expectedMs = new LRUCache<string, number>({ max: MAX_KINDS });

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
    this.#gate = new Gate(threads, LIMITS.rasterQueue);
  }

  /** Start the threads. */
  start(): Promise<void> {
    return this.#pool.start();
  }

  /** Pictures that wait for their turn. */
  get queued(): number {
    return this.#gate.waiting + this.#pool.queued;
  }

  get threads(): number {
    return this.#pool.threads;
  }

  /** Draw a picture, the quick ones first. Never rejects. */
  async run(job: RasterJob): Promise<Result<RasterResult>> {
    const kind = kindOf(job);
    const patienceMs = Math.min(this.#expected(kind) * PATIENCE, MAX_PATIENCE_MS);
    const entry = await this.#gate.enter(LIMITS.rasterWallMs, patienceMs);
    if (entry !== 'entered') return err(notEntered(entry, job));
    const result = await this.#pool.run(job, `the picture of "${job.name}"`).answer;
    this.#gate.leave();
    if (result.ok) this.#learn(kind, Object.values(result.value.stagesMs));
    return result;
  }

  #expected(kind: string): number {
    return this.#expectedMs.get(kind) ?? 0;
  }

  /** Towards what was longer step by step, as the first pictures of a thread take long; to what was shorter at once. */
  #learn(kind: string, stagesMs: readonly number[]): void {
    const ms = stagesMs.reduce((sum, stage) => sum + stage, 0);
    this.#expectedMs.set(kind, Math.min(ms, this.#expected(kind) * 0.9 + ms * 0.1));
  }

  stop(graceMs: number): Promise<void> {
    return this.#pool.stop(graceMs);
  }
}

/** Pictures of one template and size take about as long. */
function kindOf({ name, assets, spec }: RasterJob): string {
  return `${assets.dir}/${name} ${spec.widthPx}x${spec.heightPx}`;
}

function notEntered(entry: Exclude<Entry, 'entered'>, { name }: RasterJob): Failure {
  if (entry === 'full') return BUSY;
  return {
    code: 'raster_timeout',
    message: `the picture of "${name}" had no turn within ${LIMITS.rasterWallMs / 1000} seconds`,
  };
}
