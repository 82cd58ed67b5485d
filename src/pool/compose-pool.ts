/** The pool that runs scripts and templates. Its threads mostly wait for the network, so there are several a core. */
import type { Failure } from '../base/failure.ts';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import type { PlainValue } from '../base/plain.ts';
import { redact } from '../base/redact.ts';
import { err, type Result } from '../base/result.ts';
import type { ScriptHttp } from '../fetch/outbound-http.ts';
import { computingMs, createBeat } from '../render/beat.ts';
import type { ComposeJob, ComposeResult, WorkerMessage } from '../render/jobs.ts';
import { compileLua } from '../script/lua-wasm.ts';
import { BridgeServer } from './bridge-server.ts';
import { BUSY, type Entry, Gate } from './gate.ts';
import { ImagePool } from './image-pool.ts';
import type { ComposeTicket } from './ticket.ts';
import { coreThreads, WorkerPool } from './worker-pool.ts';

const MIN_THREADS = 2;
/** Threads exist for jobs that wait for the network as well as for those that compute. */
const THREADS_PER_CORE = 8;
/** One job more than cores computes at a time, so that no core idles while a job begins or ends. */
const COMPUTING_EXTRA = 1;
const HEAP_MB = 256;

/**
 * How often running scripts are looked at, and after how many times its CPU limit a script's thread dies. The sandbox
 * ends nearly all of them itself, by the processor's time; on a crowded machine that takes longer than it says.
 */
const WATCH_MS = 200;
const WATCH_FACTOR = 3;
/** A script that computes longer than any honest one gives its place to the next: a few spinning ones hold up nobody. */
const SLOW_MS = 200;

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
  readonly #pool: WorkerPool<ComposeJob, ComposeResult>;
  readonly #tickets = new Map<number, ComposeTicket>();
  /** Tickets of jobs that have ended since the last look, and since the one before: their last words may still come. */
  #ended = new Map<number, ComposeTicket>();
  #endedBefore = new Map<number, ComposeTicket>();
  readonly #beats: SharedArrayBuffer[] = [];
  readonly #bridge: BridgeServer;
  readonly #gate: Gate;
  readonly #images: ImagePool;
  readonly #watch: NodeJS.Timeout;
  #lastJobId = 0;

  constructor(options: ComposePoolOptions) {
    const maxThreads = options.threads ?? Math.max(coreThreads() * THREADS_PER_CORE, MIN_THREADS);
    this.#pool = new WorkerPool({
      filename: new URL('../../workers/compose.js', import.meta.url),
      minThreads: Math.min(MIN_THREADS, maxThreads),
      maxThreads,
      maxQueue: LIMITS.composeQueue,
      deadlineMs: LIMITS.composeWallMs,
      timeoutCode: 'compose_timeout',
      // Compiled once here, not once a thread.
      workerData: async () => ({ fonts: options.fonts, lua: await compileLua() }),
      onMessage: (message) => this.#hear(message as WorkerMessage),
      log: options.log,
      heapMb: HEAP_MB,
    });
    this.#gate = new Gate(Math.min(coreThreads() + COMPUTING_EXTRA, maxThreads), LIMITS.composeQueue);
    this.#images = new ImagePool(options.log);
    this.#bridge = new BridgeServer(
      { http: () => options.http(), images: this.#images },
      this.#gate,
      (jobId) => this.#tickets.get(jobId),
    );
    this.#watch = setInterval(() => this.#look(), WATCH_MS);
    this.#watch.unref();
  }

  /** Start the threads. */
  start(): Promise<void> {
    return this.#pool.start();
  }

  /** Jobs that wait for their turn. */
  get queued(): number {
    return this.#gate.waiting + this.#pool.queued;
  }

  get threads(): number {
    return this.#pool.threads;
  }

  /** Compose a screen. Never rejects. `secrets` are kept out of what the script logs. */
  async run(job: NewJob, log: Logger, secrets: readonly string[]): Promise<Result<ComposeResult>> {
    const deadlineMs = Date.now() + LIMITS.composeWallMs;
    const entry = await this.#gate.enter(LIMITS.composeWallMs);
    if (entry !== 'entered') return err(notEntered(entry, job.screen.ref));

    const jobId = ++this.#lastJobId;
    const beat = this.#beats.pop() ?? createBeat();
    const ticket = this.#start({ ...job, jobId, deadlineMs, beat }, log, secrets);
    const result = await ticket.running.answer;
    this.#tickets.delete(jobId);
    this.#ended.set(jobId, ticket);
    ticket.aborter?.abort();
    if (ticket.holdsPlace) this.#gate.leave();
    // A thread that was killed may still write into its beat for a moment: only a clean end gives it back.
    if (result.ok) this.#beats.push(beat);
    return result;
  }

  #start(job: ComposeJob, log: Logger, secrets: readonly string[]): ComposeTicket {
    const { ref, allowPrivateNetwork } = job.screen;
    const ticket: ComposeTicket = {
      log,
      secrets,
      running: this.#pool.run(job, `the screen "${ref}"`),
      beat: job.beat,
      screenRef: ref,
      allowPrivateNetwork,
      aborter: null,
      holdsPlace: true,
      requests: 0,
      overrunAt: null,
    };
    this.#tickets.set(job.jobId, ticket);
    return ticket;
  }

  async stop(graceMs: number): Promise<void> {
    clearInterval(this.#watch);
    await Promise.all([this.#pool.stop(graceMs), this.#images.stop(graceMs)]);
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
        { screen: ticket.screenRef, script: redact(message.message, ticket.secrets) },
        'script says',
      );
  }

  #look(): void {
    for (const ticket of this.#tickets.values()) {
      const ms = computingMs(ticket.beat);
      if (ms > SLOW_MS && ticket.holdsPlace) {
        ticket.holdsPlace = false;
        this.#gate.leave();
      }
      if (ms > LIMITS.scriptCpuMs * WATCH_FACTOR) kill(ticket);
    }
    this.#endedBefore = this.#ended;
    this.#ended = new Map();
  }
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

function notEntered(entry: Exclude<Entry, 'entered'>, ref: string): Failure {
  if (entry === 'full') return BUSY;
  return {
    code: 'compose_timeout',
    message: `the screen "${ref}" had no turn within ${LIMITS.composeWallMs / 1000} seconds`,
  };
}
