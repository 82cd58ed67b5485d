/** The pool that runs scripts and templates. Its threads mostly wait for the network, so there are several a core. */
import { monotonicMs } from '../base/clock.ts';
import type { FailureCode } from '../base/failure.ts';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import type { PlainValue } from '../base/plain.ts';
import { redact } from '../base/redact.ts';
import { err, type Result } from '../base/result.ts';
import type { ScriptHttp } from '../fetch/outbound-http.ts';
import { computingMs, createBeat, tellCpu } from '../render/beat.ts';
import type { ComposeJob, ComposeResult, WorkerMessage } from '../render/jobs.ts';
import { compileLua } from '../script/lua-wasm.ts';
import { BridgeServer } from './bridge-server.ts';
import { type Admission, ComposeShares, type Side, type TurnedAway } from './compose-shares.ts';
import { BUSY } from './gate.ts';
import { ImagePool } from './image-pool.ts';
import type { RunEnding } from './screen-costs.ts';
import type { ComposeTicket } from './ticket.ts';
import { coreThreads, WorkerPool } from './worker-pool.ts';

/** Threads that are always there. Quick screens may come at any time, and two at once. */
const MIN_THREADS = { front: 2, back: 1 } as const;
/** Threads exist for jobs that wait for the network as well as for those that compute. */
const THREADS_PER_CORE = 8;
const HEAP_MB = 256;

/**
 * How often running scripts are looked at, and after how many times its CPU limit a script's thread dies. The sandbox
 * ends nearly all of them itself, by the processor's time; on a crowded machine that takes longer than it says.
 */
const WATCH_MS = 200;
const WATCH_FACTOR = 3;
/** A script that has computed for so long is slow, wherever it is. */
const SLOW_MS = 200;
/** A job that does not pause for so long is at work outside Lua and the template: others go on beside it. */
const HOG_MS = 1_000;
/** How much later than a job should end it is ended with its thread. */
const LATE_MS = 500;
/** Failures of runs that would have taken longer, nobody knows how long. */
const CUT_SHORT: ReadonlySet<FailureCode> = new Set(['script_timeout', 'compose_timeout', 'worker_lost']);

type NewJob = Omit<ComposeJob, 'jobId' | 'deadlineMs' | 'beat'>;

export interface ComposePoolOptions {
  readonly log: Logger;
  /** Loaded when the first script needs it. */
  http(): Promise<ScriptHttp>;
  readonly fonts: PlainValue;
  /** Most threads; null takes a number that fits the machine. */
  readonly threads: number | null;
}

export class ComposePool {
  readonly #pools: Readonly<Record<Side, WorkerPool<ComposeJob, ComposeResult>>>;
  readonly #tickets = new Map<number, ComposeTicket>();
  /** Tickets of jobs that have ended since the last look, and since the one before: their last words may still come. */
  #ended = new Map<number, ComposeTicket>();
  #endedBefore = new Map<number, ComposeTicket>();
  readonly #hasBack: boolean;
  readonly #beats: SharedArrayBuffer[] = [];
  readonly #bridge: BridgeServer;
  readonly #shares: ComposeShares;
  readonly #images: ImagePool;
  readonly #watch: NodeJS.Timeout;
  #lastJobId = 0;

  constructor(options: ComposePoolOptions) {
    const all = options.threads ?? coreThreads() * THREADS_PER_CORE;
    const back = Math.floor(all / 2);
    const threads = { front: all - back, back };
    // Compiled once here, not once a thread.
    let lua: ReturnType<typeof compileLua> | null = null;
    const makeWorkerData = async () => {
      lua ??= compileLua();
      return { fonts: options.fonts, lua: await lua };
    };
    const makePool = (side: Side) =>
      new WorkerPool<ComposeJob, ComposeResult>({
        filename: new URL('../../workers/compose.js', import.meta.url),
        minThreads: Math.min(MIN_THREADS[side], threads[side]),
        maxThreads: threads[side],
        maxQueue: LIMITS.composeQueue,
        deadlineMs: LIMITS.composeWallMs,
        timeoutCode: 'compose_timeout',
        workerData: makeWorkerData,
        onMessage: (message) => this.#hear(message as WorkerMessage),
        log: options.log,
        heapMb: HEAP_MB,
      });
    this.#pools = { front: makePool('front'), back: makePool('back') };
    this.#hasBack = back > 0;
    this.#shares = new ComposeShares({ threads, cores: coreThreads() });
    this.#images = new ImagePool(options.log);
    this.#bridge = new BridgeServer(
      { http: () => options.http(), images: this.#images },
      this.#shares,
      (jobId) => this.#tickets.get(jobId),
    );
    this.#watch = setInterval(() => this.#look(), WATCH_MS);
    this.#watch.unref();
  }

  /** Start the threads. */
  async start(): Promise<void> {
    const { front, back } = this.#pools;
    await Promise.all([front.start(), this.#hasBack ? back.start() : null]);
  }

  /** Jobs that wait for their turn. */
  get queued(): number {
    return this.#shares.waiting + this.#pools.front.queued + this.#pools.back.queued;
  }

  get threads(): number {
    return this.#pools.front.size + this.#pools.back.size;
  }

  /** Jobs that were not run, or not to their end, for lack of room. */
  get turnedAway(): Readonly<TurnedAway> {
    return this.#shares.turnedAway;
  }

  /** Compose a screen. Never rejects. `secrets` are kept out of what the script logs. */
  async run(job: NewJob, log: Logger, secrets: readonly string[]): Promise<Result<ComposeResult>> {
    const deadlineMs = monotonicMs() + LIMITS.composeWallMs;
    const { ref } = job.screen;
    const admission = await this.#shares.admit(ref);
    if (typeof admission === 'string') {
      log.debug({ screen: ref, reason: admission }, 'no thread for the screen');
      return err(BUSY);
    }
    const jobId = ++this.#lastJobId;
    const beat = this.#beats.pop() ?? createBeat();
    tellCpu(beat, 0);
    const ticket = this.#start({ ...job, jobId, deadlineMs, beat }, admission, log, secrets);
    const result = await ticket.running.answer;
    this.#tickets.delete(jobId);
    this.#ended.set(jobId, ticket);
    ticket.aborter?.abort();
    this.#shares.leave(ticket, endOf(result));
    // A thread that was killed may still write into its beat for a moment: only a clean end gives it back.
    if (result.ok) this.#beats.push(beat);
    return result;
  }

  #start(job: ComposeJob, admission: Admission, log: Logger, secrets: readonly string[]): ComposeTicket {
    const { ref, allowPrivateNetwork } = job.screen;
    const ticket: ComposeTicket = {
      jobId: job.jobId,
      log,
      secrets,
      running: this.#pools[admission.side].run(job, `the screen "${ref}"`),
      beat: job.beat,
      screenRef: ref,
      allowPrivateNetwork,
      startedMs: monotonicMs(),
      deadlineMs: job.deadlineMs,
      aborter: null,
      ...admission,
      turnMs: monotonicMs(),
      sleep: null,
      waitedMs: 0,
      asked: false,
      hosts: new Set(),
      requests: 0,
      overrunAt: null,
    };
    this.#tickets.set(job.jobId, ticket);
    this.#shares.start(ticket);
    return ticket;
  }

  async stop(graceMs: number): Promise<void> {
    clearInterval(this.#watch);
    const { front, back } = this.#pools;
    await Promise.all([front.stop(graceMs), back.stop(graceMs), this.#images.stop(graceMs)]);
    this.#bridge.stop();
  }

  #hear(message: WorkerMessage): void {
    if (message.kind === 'bridge') {
      this.#bridge.serve(message.port);
      return;
    }
    const { jobId } = message;
    const ticket = this.#tickets.get(jobId) ?? this.#ended.get(jobId) ?? this.#endedBefore.get(jobId);
    if (ticket === undefined) return;
    if (message.kind === 'overrun') ticket.overrunAt = message.where;
    else
      ticket.log[message.level](
        { screen: ticket.screenRef, ...message.place, script: redact(message.message, ticket.secrets) },
        'script says',
      );
  }

  #look(): void {
    const nowMs = monotonicMs();
    for (const ticket of this.#tickets.values()) {
      const ms = computingMs(ticket.beat);
      if (ms > SLOW_MS) this.#shares.slowDown(ticket);
      if (nowMs - ticket.turnMs > HOG_MS) this.#shares.pause(ticket);
      if (ms > LIMITS.scriptCpuMs * WATCH_FACTOR) kill(ticket);
      else if (nowMs > ticket.deadlineMs + LATE_MS) giveUp(ticket);
    }
    this.#shares.look();
    this.#endedBefore = this.#ended;
    this.#ended = new Map();
  }
}

/** What the end of a run says about what its screen takes. */
function endOf(result: Result<ComposeResult>): RunEnding {
  if (result.ok) return 'done';
  const { code } = result.error;
  if (code === 'overloaded') return 'running';
  return CUT_SHORT.has(code) ? 'cut short' : 'failed';
}

/** End what the sandbox cannot: work on the script's behalf outside Lua, such as a slow CSS selector. */
function kill({ running, screenRef, overrunAt }: ComposeTicket): void {
  const where = overrunAt === null ? '' : ` (at ${overrunAt})`;
  const seconds = LIMITS.scriptCpuMs / 1000;
  running.cancel({
    code: 'script_timeout',
    message: `the script of "${screenRef}" used more than ${seconds} seconds of CPU time${where}`,
  });
}

function giveUp({ running, screenRef }: ComposeTicket): void {
  running.cancel({
    code: 'compose_timeout',
    message: `the screen "${screenRef}" gave no result within ${LIMITS.composeWallMs / 1000} seconds`,
  });
}
