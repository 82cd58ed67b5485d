/** The pool that turns SVGs into PNGs. Its workers burn CPU, so there is one a core. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { monotonicMs } from '../base/clock.ts';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { RasterIsolation } from '../config/env.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { RasterJob, RasterResult } from '../render/jobs.ts';
import { inTemplate, type Origins } from '../template/origins.ts';
import { BUSY, Gate } from './gate.ts';
import type { JobPool } from './job-pool.ts';
import { PictureTimes } from './picture-times.ts';
import { ProcessPool } from './process-pool.ts';
import { coreThreads, WorkerPool } from './worker-pool.ts';

const HEAP_MB = 512;

export interface RasterPoolOptions {
  readonly log: Logger;
  readonly fonts: FontBook;
  /** Private directory for font instances. */
  readonly scratchDir: string;
  /** Workers; null takes one a core. */
  readonly threads: number | null;
  /** What a worker is. Default: a process. */
  readonly isolation?: RasterIsolation;
  /** True for a pool that is seldom used: its workers start with the first picture, and end without work. */
  readonly onDemand?: boolean;
}

export class RasterPool {
  readonly #pool: JobPool<RasterJob, RasterResult>;
  readonly #gate: Gate;
  readonly #times = new PictureTimes();
  /** Of the SVGs that wait. */
  #waitingBytes = 0;

  constructor(options: RasterPoolOptions) {
    const threads = options.threads ?? coreThreads();
    this.#pool = openPool(options, threads);
    // One place is never held by a slow picture, where there are two.
    this.#gate = new Gate({ parts: [threads, Math.max(threads - 1, 1)], maxWaiting: LIMITS.rasterQueue });
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
    return this.#pool.size;
  }

  /** Draw a picture, the quick ones first. Never rejects. */
  async run(job: RasterJob): Promise<Result<RasterResult>> {
    const bytes = job.svg.length;
    if (this.#waitingBytes + bytes > LIMITS.rasterQueueBytes) return err(BUSY);
    const kind = kindOf(job);
    const { standing, patienceMs } = this.#times.queue(kind, job.spec.widthPx * job.spec.heightPx);
    this.#waitingBytes += bytes;
    const place = await this.#gate.enter(standing, monotonicMs() + patienceMs, LIMITS.rasterWaitMs);
    this.#waitingBytes -= bytes;
    this.#times.unqueue(kind);
    if (typeof place === 'string') return err(BUSY);
    const { origins = null, ...work } = job;
    const result = await this.#pool.run(work, `the picture of "${job.name}"`).answer;
    this.#gate.leave(place);
    if (result.ok) this.#times.note(kind, Object.values(result.value.stagesMs));
    else if (result.error.code === 'raster_timeout') this.#times.note(kind, [LIMITS.rasterWallMs]);
    return origins === null ? result : placed(result, job, origins);
  }

  stop(graceMs: number): Promise<void> {
    return this.#pool.stop(graceMs);
  }
}

function openPool(options: RasterPoolOptions, workers: number): JobPool<RasterJob, RasterResult> {
  const { log, fonts, scratchDir, isolation = 'process', onDemand = false } = options;
  const common = {
    maxQueue: LIMITS.rasterQueue,
    deadlineMs: LIMITS.rasterWallMs,
    timeoutCode: 'raster_timeout',
    heapMb: HEAP_MB,
    log,
  } as const;
  const fewest = onDemand ? 0 : workers;
  if (isolation === 'thread') {
    return new WorkerPool({
      ...common,
      filename: new URL('../../workers/raster.js', import.meta.url),
      minThreads: fewest,
      maxThreads: workers,
      workerData: () => ({ fonts, scratchDir }),
    });
  }
  // A process that is killed leaves its font files, so each has a folder that can go with it.
  const folderOf = (number: number): string => path.join(scratchDir, `raster-${number}`);
  return new ProcessPool({
    ...common,
    entry: new URL('../../workers/raster-process.js', import.meta.url),
    minProcesses: fewest,
    maxProcesses: workers,
    memoryBytes: LIMITS.rasterMemoryBytes,
    keepBytes: LIMITS.processKeepBytes,
    niceness: 0,
    setup: (number) => {
      mkdirSync(folderOf(number), { recursive: true, mode: 0o700 });
      return { fonts, scratchDir: folderOf(number) };
    },
    onGone: (number) => rmSync(folderOf(number), { recursive: true, force: true }),
  });
}

/** What is said of places in the SVG, said of the templates that wrote it. */
function placed(
  result: Result<RasterResult>,
  { name, svg }: RasterJob,
  origins: Origins,
): Result<RasterResult> {
  if (!result.ok) return err(inTemplate(result.error, name, svg, origins));
  const warnings = result.value.warnings.map((warning) => inTemplate(warning, name, svg, origins));
  return ok({ ...result.value, warnings });
}

/** Pictures of one template and size take about as long. */
function kindOf({ name, assets, spec }: RasterJob): string {
  return `${assets.dir}/${name} ${spec.widthPx}x${spec.heightPx}`;
}
