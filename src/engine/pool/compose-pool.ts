/**
 * The pool that runs scripts and templates. A job that waits for the network or for a picture gives its thread back, so a few
 * threads a core serve them all.
 */

import { availableParallelism } from 'node:os';
import { EngineEvents } from '../../domain/engine-events.ts';
import { type DataSource, NO_DATA } from '../../domain/pushed-data.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { cappedAt, type Deadline } from '../../platform/base/deadline.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { type MemoryPlan, planMemory } from '../../platform/base/memory-plan.ts';
import type { Party } from '../../platform/base/party-shares.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { err, type Result } from '../../platform/base/result.ts';
import { addTimes, type StageTimes, type Timed } from '../../platform/base/stages.ts';
import type { WasmModule } from '../../platform/base/web-assembly.ts';
import { BUSY } from '../../platform/queues/priority-semaphore.ts';
import type { ScriptHttp } from '../../screens/fetch/outbound-http.ts';
import type { ImageAnswer, ImageRequest } from '../../screens/script/image/image-request.ts';
import { compileLua } from '../../screens/script/lua-wasm.ts';
import type { ComposeResult, TryResult, WorkerMessage } from '../jobs/jobs.ts';
import { type PostedCompose, postedCompose } from '../jobs/posted-compose.ts';
import { ComposeScheduler, type TurnedAway } from '../scheduling/compose-scheduler.ts';
import type { Side, Slot } from '../scheduling/slot.ts';
import { BridgeServer } from './bridge-server.ts';
import { type ComposeThreads, openThreads, prepareThreads, startThreads } from './compose-threads.ts';
import { FrontGuests } from './front-guests.ts';
import { ImagePool } from './image-pool.ts';
import { RenewablePool, type Successor } from './renewable-pool.ts';
import { RunHistory } from './run-history.ts';
import { type RunWatch, sayLine } from './run-watch.ts';
import {
  endingOf,
  endOverrun,
  type PooledCompose,
  type RunningCompose,
  timesOfTry,
} from './running-compose.ts';
import type { Suspension } from './suspensions.ts';

/**
 * How often running scripts are checked, and after how many times its CPU limit a script is ended with its thread. The
 * sandbox ends nearly all of them itself, by CPU time, which passes more slowly on a crowded machine.
 */
const TICK_MS = 200;
const CPU_FACTOR = 3;

/** A job as others ask for it. */
export type NewJob = Omit<PooledCompose, 'jobId' | 'askedMs' | 'placeMs' | 'deadline' | 'clock'>;

type TimedJob = NewJob & Pick<PooledCompose, 'deadline'>;

/** How a try has ended: with a result, or until an answer is there. */
interface Try {
  readonly result: Timed<TryResult>;
  readonly suspension: Suspension | null;
}

interface ComposePoolOptions {
  readonly log: Logger;
  /** Loaded when the first script needs it. */
  http(): Promise<ScriptHttp>;
  /** Data that others have pushed; absent where there are none. */
  data?(): DataSource;
  readonly fonts: PlainValue;
  /** Most threads; default: as many as `memory` says. */
  readonly threads?: number;
  /** Default: what suits the machine. */
  readonly memory?: MemoryPlan;
  readonly events?: EngineEvents;
  /** True: each thread composes some screens of its own before its first job. Default: false. */
  readonly warmUp?: boolean;
}

export interface ComposeOptions {
  /** When the job has to be over, waiting included. */
  readonly deadline: Deadline;
  readonly log: Logger;
  /** Kept out of what the script logs. */
  readonly secrets: readonly string[];
  /** For whom the screen runs; absent for the server itself. */
  readonly party?: Party;
  /** How long the caller has waited for a run of another already: its own waits for a thread the less. */
  readonly waitedMs?: number;
  /** Sees what the script says and requests. */
  readonly watch?: RunWatch;
}

export class ComposePool {
  readonly #options: ComposePoolOptions;
  readonly #threads: Readonly<Record<Side, number>>;
  readonly #pools: Readonly<Record<Side, RenewablePool<PostedCompose, TryResult>>>;
  readonly #guests: FrontGuests;
  readonly #running = new Map<number, RunningCompose>();
  /** Jobs that have ended since the last tick, and since the one before: their last messages may still come. */
  #ended = new Map<number, RunningCompose>();
  #endedBefore = new Map<number, RunningCompose>();
  readonly #bridge: BridgeServer;
  readonly #scheduler: ComposeScheduler;
  readonly #images: ImagePool;
  readonly #timer: NodeJS.Timeout;
  #lastJobId = 0;
  #isStopping = false;
  /** Those that it was opened with. */
  readonly #first: ComposeThreads;
  /** Compiled once here, not once a thread. */
  #lua: Promise<WasmModule> | null = null;

  constructor(options: ComposePoolOptions) {
    const { events = new EngineEvents(), memory = planMemory() } = options;
    const all = options.threads ?? memory.composeThreads;
    const back = Math.floor(all / 2);
    const threads = { front: all - back, back };
    this.#options = options;
    this.#threads = threads;
    this.#first = this.#open(options.fonts);
    const { front, back: second } = this.#first;
    this.#pools = { front: new RenewablePool(front), back: new RenewablePool(second) };
    this.#guests = new FrontGuests(this.#pools, this.#running, threads.front > 1);
    this.#scheduler = new ComposeScheduler({ threads, cores: availableParallelism() });
    this.#images = new ImagePool(options.log, events, memory);
    this.#bridge = new BridgeServer(
      { http: () => options.http(), images: this.#images, data: () => options.data?.() ?? NO_DATA },
      (jobId) => this.#running.get(jobId),
    );
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  /** Start the first thread. Resolves when it is ready for jobs, or has had the time for it. */
  start(): Promise<void> {
    return startThreads(this.#first);
  }

  /**
   * Start threads whose scripts see other fonts.
   * @param signal ends them before they have taken over
   */
  prepare(fonts: PlainValue, signal: AbortSignal): Promise<Result<Successor>> {
    return prepareThreads(this.#pools, this.#open(fonts), signal);
  }

  #open(fonts: PlainValue): ComposeThreads {
    return openThreads({
      ...this.#options,
      fonts,
      threads: this.#threads,
      onMessage: (message) => this.#onMessage(message),
      lua: () => {
        this.#lua ??= compileLua();
        return this.#lua;
      },
    });
  }

  /** Jobs that wait for their turn. */
  get queued(): number {
    return this.#scheduler.waiting + this.#pools.front.queued + this.#pools.back.queued;
  }

  /** Those of them that are for devices with an entry, or in a group. */
  get knownQueued(): number {
    return this.#scheduler.knownWaiting + this.#pools.front.queued + this.#pools.back.queued;
  }

  /** Jobs that have a thread. */
  get running(): number {
    return this.#running.size;
  }

  /** True while jobs wait, or compute on all processors. */
  get isBusy(): boolean {
    return this.#scheduler.isBusy || this.queued > 0;
  }

  /** Jobs that wait for an answer without a thread. */
  get suspended(): number {
    return this.#bridge.suspended;
  }

  get threads(): number {
    return this.#pools.front.size + this.#pools.back.size;
  }

  /** Jobs that were not run, or not to their end, for lack of room. */
  get turnedAway(): Readonly<TurnedAway> {
    return this.#scheduler.turnedAway;
  }

  /** Compose a screen, by as many tries as it takes while its script waits for answers. Never rejects. */
  async run(job: NewJob, options: ComposeOptions): Promise<Timed<ComposeResult>> {
    let { waitedMs = 0 } = options;
    const askedMs = monotonicMs() - waitedMs;
    let timed = { ...job, deadline: cappedAt(options.deadline, LIMITS.composeWallMs) };
    const history = new RunHistory();
    let stagesMs: StageTimes = {};
    for (;;) {
      const { result, suspension } = await this.#try(timed, { ...options, waitedMs }, history, askedMs);
      waitedMs = 0;
      stagesMs = addTimes(stagesMs, result.stagesMs);
      if (suspension !== null) {
        const startMs = monotonicMs();
        await suspension.answer;
        suspension.end();
        stagesMs = addTimes(stagesMs, { upstream: monotonicMs() - startMs });
      }
      if (result.ok && result.value.kind === 'anew') {
        history.beginAnew();
        timed = { ...timed, screen: { ...timed.screen, allowPrivateNetwork: false } };
        continue;
      }
      if (suspension === null || this.#isStopping) {
        history.end();
        return { ...(result as Result<ComposeResult>), stagesMs };
      }
      history.tryAgain();
    }
  }

  async #try(job: TimedJob, options: ComposeOptions, history: RunHistory, sinceMs: number): Promise<Try> {
    const { ref } = job.screen;
    const askedMs = monotonicMs();
    const slot = await this.#scheduler.acquire(ref, job.deadline, options.log, sinceMs, options);
    if (typeof slot === 'string') {
      options.log.debug({ screen: ref, reason: slot }, 'no thread for the screen');
      const result = { ...err(BUSY), stagesMs: { place: monotonicMs() - askedMs } };
      return { result, suspension: null };
    }
    const jobId = ++this.#lastJobId;
    history.placeMs += slot.startedMs - askedMs;
    const posted = { ...job, jobId, askedMs, placeMs: history.placeMs, clock: slot.clock.memory };
    const compose = this.#start(posted, slot, options, history);
    const result = await compose.running.answer;
    this.#running.delete(jobId);
    this.#guests.leave(jobId);
    this.#ended.set(jobId, compose);
    const stagesMs = timesOfTry(result.stagesMs, slot, askedMs);
    const { suspension } = compose;
    slot.release(suspension === null ? endingOf(result) : 'running');
    return { result: { ...result, stagesMs }, suspension };
  }

  #start(
    job: PooledCompose,
    slot: Slot,
    { log, secrets, watch }: ComposeOptions,
    history: RunHistory,
  ): RunningCompose {
    const running = this.#pools[this.#guests.place(job.jobId, slot.side)].run(
      postedCompose(job),
      `the screen "${job.screen.ref}"`,
      job.deadline,
      log,
    );
    const state = { history, questions: 0, requests: 0, lines: 0, suspension: null, overrunAt: null };
    const compose: RunningCompose = { job, running, slot, log, secrets, watch: watch ?? null, ...state };
    this.#running.set(job.jobId, compose);
    return compose;
  }

  /** Process a picture that no script asks for, as those of scripts are, in a confined process. Never rejects. */
  processImage(
    request: ImageRequest,
    {
      deadline,
      log,
      sender = 'push',
      party = 'admin',
    }: Pick<ComposeOptions, 'deadline' | 'log'> & { readonly sender?: string; readonly party?: Party },
  ): Promise<ImageAnswer> {
    const { signal } = new AbortController();
    return this.#images.process(request, { party, sender, deadline, signal, log });
  }

  async stop(graceMs: number): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopping = true;
    const { front, back } = this.#pools;
    await Promise.all([front.stop(graceMs), back.stop(graceMs), this.#images.stop(graceMs)]);
    this.#bridge.stop();
  }

  #onMessage(message: WorkerMessage): void {
    if (message.kind === 'bridge') {
      this.#bridge.serve(message.port);
      return;
    }
    const { jobId } = message;
    const compose = this.#running.get(jobId) ?? this.#ended.get(jobId) ?? this.#endedBefore.get(jobId);
    if (compose === undefined) return;
    if (message.kind === 'overrun') compose.overrunAt = message.where;
    else if (compose.history.isNewLine(++compose.lines)) sayLine(compose, compose.job.screen.ref, message);
  }

  #tick(): void {
    this.#scheduler.tick();
    for (const compose of this.#running.values()) {
      if (compose.slot.clock.computingMs > LIMITS.scriptCpuMs * CPU_FACTOR) endOverrun(compose);
    }
    this.#endedBefore = this.#ended;
    this.#ended = new Map();
  }
}
