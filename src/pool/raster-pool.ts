/** The pool that turns SVGs into PNGs. Its workers burn CPU, so there is one a core. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { monotonicMs } from '../base/clock.ts';
import { cappedAt, type Deadline, deadlineIn, leftMs, reserving } from '../base/deadline.ts';
import { workerFile } from '../base/entry-files.ts';
import type { Failure } from '../base/failure.ts';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import { NICENESS } from '../base/niceness.ts';
import { type EngineObserver, NO_OBSERVER, type WorkerLoss } from '../base/observer.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type Answered, readTimes, type Timed } from '../base/stage-times.ts';
import type { StageTimes } from '../base/stages.ts';
import type { RasterIsolation } from '../config/env.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { RasterJob, RasterResult } from '../render/jobs.ts';
import type { RasterSetup } from '../render/raster-worker.ts';
import type { KindEstimate } from '../scheduling/expected-work.ts';
import { type PictureKind, PictureTimes } from '../scheduling/picture-times.ts';
import { BUSY, PrioritySemaphore } from '../scheduling/priority-semaphore.ts';
import { loadAssets } from '../svg/images/asset-files.ts';
import { inTemplate, type Origins } from '../template/origins.ts';
import type { JobPool } from './job-pool.ts';
import { rasterWorkers } from './pool-sizes.ts';
import { ProcessPool } from './process-pool.ts';
import { RenewablePool } from './renewable-pool.ts';
import { SecondTries } from './second-tries.ts';
import { prepareSuccessor, type Successor } from './successor.ts';
import { WorkerPool } from './worker-pool.ts';

const HEAP_MB = 512;
/** A picture that is not drawn in so long is at fault itself; one that had less time, as it waited, may come back. */
const FAIR_MS = 5_000;
/** A picture that goes last lets those pass that come up to so much later. */
const LAST_MS = 4_000;

export interface RasterPoolOptions {
  readonly log: Logger;
  readonly fonts: FontBook;
  /** Private directory for font files. */
  readonly scratchDir: string;
  /** Workers; null takes one a core. */
  readonly threads: number | null;
  /** What a worker is. Default: a process. */
  readonly isolation?: RasterIsolation;
  /** True for a pool that is seldom used: its workers start with the first picture, and end without work. */
  readonly onDemand?: boolean;
  /** True: each worker draws some pictures of its own before its first job. Default: false. */
  readonly warmUp?: boolean;
  readonly observer?: EngineObserver;
}

/** What of a job decides how long it takes. */
type Drawable = Pick<RasterJob, 'name' | 'assets' | 'spec' | 'origins'>;

/** Workers with the same fonts, and the folder of their font files. */
interface Workers {
  readonly pool: JobPool<RasterJob, RasterResult>;
  readonly folder: string;
}

export class RasterPool {
  readonly #options: RasterPoolOptions;
  readonly #workers: number;
  readonly #pool: RenewablePool<RasterJob, RasterResult>;
  #folder: string;
  readonly #semaphore: PrioritySemaphore;
  readonly #times = new PictureTimes();
  #stopped = false;
  readonly #secondTries = new SecondTries();

  constructor(options: RasterPoolOptions) {
    const threads = rasterWorkers(options.threads);
    this.#options = options;
    this.#workers = threads;
    const { pool, folder } = openWorkers(options, threads);
    this.#pool = new RenewablePool(pool);
    this.#folder = folder;
    // Whoever wants pictures limits how many wait: those of devices are promised, previews come one at a time.
    this.#semaphore = new PrioritySemaphore({
      parts: [threads, this.slowWidth],
      maxWaiting: Number.POSITIVE_INFINITY,
    });
  }

  /** Start the threads. */
  start(): Promise<void> {
    return this.#pool.start();
  }

  /** Pictures that wait for their turn. */
  get queued(): number {
    return this.#semaphore.waiting + this.#pool.queued;
  }

  /** Pictures that are drawn now. */
  get running(): number {
    return this.#semaphore.held;
  }

  get threads(): number {
    return this.#pool.size;
  }

  /** Most pictures that are drawn at a time. */
  get width(): number {
    return this.#workers;
  }

  /** Most slow ones: where there are two workers, one is left to the others. */
  get slowWidth(): number {
    return Math.max(this.#workers - 1, 1);
  }

  /** True while no picture waits, and one more would leave a worker free (where there are two). */
  get hasSpare(): boolean {
    return this.queued === 0 && this.#semaphore.held < this.slowWidth;
  }

  /** What a picture is expected to take. */
  expect(job: Drawable): KindEstimate {
    return this.#times.expect(kindOf(job));
  }

  /**
   * Draw a picture; quick ones go before slow ones. Never rejects.
   * @param log   of the call that wants it, where there is one
   * @param last  true for a picture that goes behind those that are not
   */
  async run(
    job: RasterJob,
    deadline: Deadline,
    log: Logger = this.#options.log,
    last = false,
  ): Promise<Timed<RasterResult>> {
    const askedMs = monotonicMs();
    const picture = kindOf(job);
    const { kind } = picture;
    const { standing, patienceMs } = this.#times.queue(picture);
    // Later there would be no time left to draw it.
    const until = reserving(deadline, Math.min(this.expect(job).ms, FAIR_MS));
    const dueMs = askedMs + patienceMs + (last ? LAST_MS : 0);
    const permit = await this.#semaphore.acquire(standing, dueMs, until);
    this.#times.unqueue(kind);
    const queue = monotonicMs() - askedMs;
    if (typeof permit === 'string') return { ...err(BUSY), stagesMs: { queue } };
    const { origins = null, files = [], ...work } = job;
    const assets = await loadAssets(job.assets, files);
    const drawBy = cappedAt(deadline, LIMITS.rasterWallMs);
    const drawMs = leftMs(drawBy);
    const what = `the picture of "${job.name}"`;
    const result = await this.#draw({ ...work, assets, askedMs }, { what, drawBy, log });
    this.#semaphore.release(permit);
    const stagesMs = timesOf(result, queue, monotonicMs() - askedMs);
    if (result.ok) this.#times.note(kind, workMs(stagesMs));
    else if (result.error.code === 'raster_timeout') {
      this.#times.note(kind, drawMs);
      if (drawMs < FAIR_MS) return { ...err(BUSY), stagesMs };
    }
    return { ...(origins === null ? result : placed(result, job, origins)), stagesMs };
  }

  /** Draw, once more if the worker dies. */
  async #draw(
    job: RasterJob,
    { what, drawBy, log }: { readonly what: string; readonly drawBy: Deadline; readonly log: Logger },
  ): Promise<Answered<RasterResult>> {
    const first = await this.#pool.run(job, what, drawBy, log).answer;
    if (first.ok || first.error.code !== 'worker_lost') return first;
    if (this.#stopped || !this.#secondTries.has(job) || leftMs(drawBy) <= 0) return first;
    const second = await this.#pool.run(job, what, drawBy, log).answer;
    if (!second.ok && second.error.code !== 'overloaded') this.#secondTries.refuse(job);
    return second;
  }

  /**
   * Start workers with other fonts, and draw a picture with each of them.
   * @param signal ends them before they have taken over
   */
  async prepare(
    fonts: FontBook,
    picture: Omit<RasterJob, 'origins'>,
    signal: AbortSignal,
  ): Promise<Result<Successor>> {
    const { pool, folder } = openWorkers({ ...this.#options, fonts }, this.#workers);
    const drawOne = () => pool.run(picture, 'the first picture', deadlineIn(LIMITS.rasterWallMs)).answer;
    const prove = async (): Promise<Failure | null> => {
      const count = this.#options.onDemand === true ? 0 : this.#workers;
      const drawn = await Promise.all(Array.from({ length: count }, drawOne));
      return drawn.flatMap((result) => (result.ok ? [] : [result.error]))[0] ?? null;
    };
    const prepared = await prepareSuccessor([{ pool: this.#pool, by: pool }], prove, signal);
    if (!prepared.ok) {
      remove(folder);
      return prepared;
    }
    const { takeOver, discard } = prepared.value;
    return ok({
      takeOver: async () => {
        const former = this.#folder;
        this.#folder = folder;
        await takeOver();
        remove(former);
      },
      discard: async () => {
        await discard();
        remove(folder);
      },
    });
  }

  stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    return this.#pool.stop(graceMs);
  }
}

/** A folder of their own, so that nothing of them stays when others take their place. */
function openWorkers(options: RasterPoolOptions, workers: number): Workers {
  mkdirSync(options.scratchDir, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(options.scratchDir, 'raster-'));
  return { pool: openPool({ ...options, scratchDir: folder }, workers), folder };
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function openPool(options: RasterPoolOptions, workers: number): JobPool<RasterJob, RasterResult> {
  const { log, fonts, scratchDir, isolation = 'process', onDemand = false } = options;
  const { warmUp = false, observer = NO_OBSERVER } = options;
  const common = {
    maxQueue: LIMITS.rasterQueue,
    timeoutCode: 'raster_timeout',
    heapMb: HEAP_MB,
    log,
    onLost: (why: WorkerLoss) => observer.workerLost('raster', why),
  } as const;
  const fewest = onDemand ? 0 : workers;
  if (isolation === 'thread') {
    return new WorkerPool({
      ...common,
      graceMs: 0,
      filename: workerFile('raster'),
      minThreads: fewest,
      maxThreads: workers,
      workerData: (waiting): RasterSetup => ({ fonts, scratchDir, warmUp, waiting }),
    });
  }
  // A process that is killed leaves its font files behind, so each has a folder of its own, which is removed with it.
  const folderOf = (number: number): string => path.join(scratchDir, String(number));
  return new ProcessPool({
    ...common,
    entry: workerFile('raster-process'),
    minProcesses: fewest,
    maxProcesses: workers,
    memoryBytes: LIMITS.rasterMemoryBytes,
    keepBytes: LIMITS.processKeepBytes,
    niceness: NICENESS.work,
    readable: [...new Set(fonts.faces.map(({ file }) => file)), ...fonts.systemDirs],
    setup: (number, jobsWait): RasterSetup => {
      mkdirSync(folderOf(number), { recursive: true, mode: 0o700 });
      return { fonts, scratchDir: folderOf(number), warmUp: warmUp && !jobsWait };
    },
    onGone: (number) => remove(folderOf(number)),
  });
}

/** The times of a drawing. One whose worker was killed has spent its time with drawing, as far as anyone knows. */
function timesOf({ stagesMs: measured }: Answered<RasterResult>, queue: number, allMs: number): StageTimes {
  return measured === undefined ? { queue, draw: allMs - queue } : readTimes(measured, allMs);
}

/** What a picture takes a worker. */
function workMs({ queue: _, ...stages }: StageTimes): number {
  return Object.values(stages).reduce((sum, ms) => sum + ms, 0);
}

/** A result that names places in the templates instead of places in the SVG that they made. */
function placed(
  result: Result<RasterResult>,
  { name, svg }: RasterJob,
  origins: Origins,
): Result<RasterResult> {
  if (!result.ok) return err(inTemplate(result.error, name, svg, origins));
  const warnings = result.value.warnings.map((warning) => inTemplate(warning, name, svg, origins));
  return { ...result, value: { ...result.value, warnings } };
}

/** Pictures of one template and size take about as long. Those of the server itself come from no template. */
function kindOf({ name, assets, spec, origins }: Drawable): PictureKind {
  const { widthPx, heightPx } = spec;
  const kind = `${assets.dir}/${name} ${widthPx}x${heightPx}`;
  return { kind, pixels: widthPx * heightPx, isOwn: origins === null };
}
