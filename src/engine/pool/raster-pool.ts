/** The pool that turns SVGs into PNGs. Its workers burn CPU, so there is at most one a core. */

import type { FontBook } from '../../pictures/fonts/font-book.ts';
import { loadAssets } from '../../pictures/svg/images/asset-files.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { cappedAt, type Deadline, deadlineIn, leftMs, reserving } from '../../platform/base/deadline.ts';
import type { Failure } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { planMemory } from '../../platform/base/memory-plan.ts';
import { isKnownParty, type Party } from '../../platform/base/party-shares.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { type Answered, readTimes, type StageTimes, type Timed } from '../../platform/base/stages.ts';
import {
  BUSY,
  type Permit,
  PrioritySemaphore,
  type Refused,
} from '../../platform/queues/priority-semaphore.ts';
import { inTemplate, type Origins } from '../../screens/template/origins.ts';
import type { RasterJob, RasterResult } from '../jobs/jobs.ts';
import type { KindEstimate } from '../scheduling/expected-work.ts';
import { type PictureKind, PictureTimes } from '../scheduling/picture-times.ts';
import { openWorkers, type RasterPoolOptions, removeFolder } from './raster-workers.ts';
import { prepareSuccessor, RenewablePool, type Successor } from './renewable-pool.ts';

/** For so long, and of so many templates, it is remembered that they end workers. */
const REMEMBERED_MS = 600_000;
const REMEMBERED_TEMPLATES = 1_000;

/**
 * A machine without memory ends workers for what others do, so a picture has a second try; not one of a template with a
 * picture that has ended two of them. Sizes do not count: callers may name as many as they like.
 */
class SecondTries {
  readonly #refused = recentlyUsed<string, true>(REMEMBERED_TEMPLATES, REMEMBERED_MS);

  has(job: RasterJob): boolean {
    return !this.#refused.has(templateOf(job));
  }

  refuse(job: RasterJob): void {
    this.#refused.set(templateOf(job), true);
  }
}

function templateOf({ name, assets }: RasterJob): string {
  return `${assets.dir}/${name}`;
}

/** A picture that is not drawn in so long is at fault itself; one that had less time, as it waited, may come back. */
const FAIR_MS = 5_000;
/** Memory of a picture that waits, besides its SVG. */
const WAITING_BYTES = 1_024;
/** A picture that goes last lets those pass that come up to so much later. */
const LAST_MS = 4_000;

/** What of a job decides how long it takes. */
type Drawable = Pick<RasterJob, 'name' | 'assets' | 'spec' | 'origins'>;

/** When a picture is drawn. */
interface RasterTurn {
  /** For whom; absent for what the server draws for itself. */
  readonly party?: Party;
  /** True for a picture that goes behind those of its party that are not. */
  readonly last?: boolean;
}

export class RasterPool {
  readonly #options: RasterPoolOptions;
  readonly #workers: number;
  readonly #pool: RenewablePool<RasterJob, RasterResult>;
  #folder: string;
  readonly #semaphore: PrioritySemaphore;
  readonly #times = new PictureTimes();
  /** Strangers name sizes that nobody else has, and must not make what others need be forgotten. */
  readonly #timesForStrangers = new PictureTimes();
  /** Bytes of the SVGs of strangers that wait without a promise. */
  #unpromisedBytes = 0;
  #stopped = false;
  readonly #secondTries = new SecondTries();

  constructor(options: RasterPoolOptions) {
    const threads = options.threads ?? (options.memory ?? planMemory()).rasterWorkers;
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

  /** Start the first worker. Resolves when it is ready. */
  start(): Promise<void> {
    return this.#pool.start();
  }

  /** Pictures that wait for their turn. */
  get queued(): number {
    return this.#semaphore.waiting + this.#pool.queued;
  }

  /** Those of them that are for devices with an entry, or in a group. */
  get knownQueued(): number {
    return this.#semaphore.waitingFor((party) => party === 'entry' || party === 'adopted');
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
  expect(job: Drawable, party: Party = 'engine'): KindEstimate {
    return this.#timesOf(party).expect(kindOf(job));
  }

  #timesOf(party: Party): PictureTimes {
    return isKnownParty(party) ? this.#times : this.#timesForStrangers;
  }

  /**
   * Draw a picture; of one party quick ones go before slow ones. Never rejects.
   * @param log   of the call that wants it, where there is one
   */
  async run(
    job: RasterJob,
    deadline: Deadline,
    log: Logger = this.#options.log,
    turn: RasterTurn = {},
  ): Promise<Timed<RasterResult>> {
    const askedMs = monotonicMs();
    const { kind } = kindOf(job);
    const times = this.#timesOf(turn.party ?? 'engine');
    const permit = await this.#permit(job, deadline, turn, askedMs);
    const queue = monotonicMs() - askedMs;
    if (typeof permit === 'string') return { ...err(BUSY), stagesMs: { queue } };
    const { origins = null, files = [], ...work } = job;
    const drawBy = cappedAt(deadline, LIMITS.rasterWallMs);
    const drawMs = leftMs(drawBy);
    const what = `the picture of "${job.name}"`;
    let result: Answered<RasterResult>;
    try {
      // Read when it is its turn: pictures that wait keep no images.
      const assets = await loadAssets(job.assets, files);
      result = await this.#draw({ ...work, assets, askedMs }, { what, drawBy, log });
    } finally {
      this.#semaphore.release(permit);
    }
    const stagesMs = timesOf(result, queue, monotonicMs() - askedMs);
    if (result.ok) times.note(kind, workMs(stagesMs));
    else if (result.error.code === 'raster_timeout') {
      times.note(kind, drawMs);
      if (drawMs < FAIR_MS) return { ...err(BUSY), stagesMs };
    }
    return { ...(origins === null ? result : placed(result, job, origins)), stagesMs };
  }

  /** Wait for a worker. What strangers ask for without a promise is bounded in bytes, as it keeps its SVG. */
  async #permit(
    job: RasterJob,
    deadline: Deadline,
    { party = 'engine', last = false }: RasterTurn,
    askedMs: number,
  ): Promise<Permit | Refused> {
    const isUnpromised = last && !isKnownParty(party);
    const keptBytes = isUnpromised ? job.svg.length + WAITING_BYTES : 0;
    if (isUnpromised && this.#unpromisedBytes + keptBytes > LIMITS.promisedBytes) return 'full';
    const picture = kindOf(job);
    const times = this.#timesOf(party);
    const { standing, patienceMs } = times.queue(picture);
    // Later there would be no time left to draw it.
    const until = reserving(deadline, Math.min(times.expect(picture).ms, FAIR_MS));
    const dueMs = askedMs + patienceMs + (last ? LAST_MS : 0);
    this.#unpromisedBytes += keptBytes;
    const permit = await this.#semaphore.acquire(standing, dueMs, until, party);
    this.#unpromisedBytes -= keptBytes;
    times.unqueue(picture.kind);
    return permit;
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
   * Start workers with other fonts, and draw a picture with them.
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
      if (this.#options.onDemand === true) return null;
      const drawn = await drawOne();
      return drawn.ok ? null : drawn.error;
    };
    const prepared = await prepareSuccessor([{ pool: this.#pool, by: pool }], prove, signal);
    if (!prepared.ok) {
      removeFolder(folder);
      return prepared;
    }
    const { takeOver, discard } = prepared.value;
    return ok({
      takeOver: async () => {
        const former = this.#folder;
        this.#folder = folder;
        await takeOver();
        removeFolder(former);
      },
      discard: async () => {
        await discard();
        removeFolder(folder);
      },
    });
  }

  stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    return this.#pool.stop(graceMs);
  }
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
