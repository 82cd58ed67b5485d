/** The pool that runs scripts and templates. Its threads mostly wait for the network, so there are several a core. */
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import type { PlainValue } from '../base/plain.ts';
import { redact } from '../base/redact.ts';
import type { Result } from '../base/result.ts';
import type { OutboundHttp } from '../fetch/outbound-http.ts';
import { computingMs, createBeat } from '../render/beat.ts';
import type { ComposeJob, ComposeResult, WorkerMessage } from '../render/jobs.ts';
import { BridgeServer } from './bridge-server.ts';
import type { ComposeTicket } from './ticket.ts';
import { coreThreads, WorkerPool } from './worker-pool.ts';

const MIN_THREADS = 2;
const THREADS_PER_CORE = 4;
const HEAP_MB = 256;

/** How often running scripts are looked at, and how long past its CPU limit a script may be before its thread dies. */
const WATCH_MS = 200;
const CPU_GRACE_MS = 500;

export interface ComposePoolOptions {
  readonly log: Logger;
  readonly http: OutboundHttp;
  readonly fonts: PlainValue;
  /** Most threads; null takes a number that fits the machine. */
  readonly threads: number | null;
}

export class ComposePool {
  readonly #pool: WorkerPool<ComposeJob, ComposeResult>;
  readonly #tickets = new Map<number, ComposeTicket>();
  readonly #beats: SharedArrayBuffer[] = [];
  readonly #bridge: BridgeServer;
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
      workerData: { fonts: options.fonts },
      log: options.log,
      heapMb: HEAP_MB,
    });
    this.#bridge = new BridgeServer(options.http, (jobId) => this.#tickets.get(jobId));
    this.#pool.onMessage((message) => this.#hear(message as WorkerMessage));
    this.#watch = setInterval(() => this.#killSpinners(), WATCH_MS);
    this.#watch.unref();
  }

  get queued(): number {
    return this.#pool.queued;
  }

  get threads(): number {
    return this.#pool.threads;
  }

  /** Compose a screen. Never rejects. `secrets` are kept out of what the script logs. */
  async run(
    job: Omit<ComposeJob, 'jobId' | 'deadlineMs' | 'beat'>,
    log: Logger,
    secrets: readonly string[],
  ): Promise<Result<ComposeResult>> {
    const jobId = ++this.#lastJobId;
    const beat = this.#beats.pop() ?? createBeat();
    const { ref, allowPrivateNetwork } = job.screen;
    const deadlineMs = Date.now() + LIMITS.composeWallMs;
    const running = this.#pool.run({ ...job, jobId, deadlineMs, beat }, `the screen "${ref}"`);
    const aborter = new AbortController();
    const ticket: ComposeTicket = {
      log,
      secrets,
      running,
      beat,
      screenRef: ref,
      allowPrivateNetwork,
      aborter,
      requests: 0,
      overrunAt: null,
    };
    this.#tickets.set(jobId, ticket);
    const result = await running.answer;
    this.#tickets.delete(jobId);
    aborter.abort();
    // A thread that was killed may still write into its beat for a moment: only a clean end gives it back.
    if (result.ok) this.#beats.push(beat);
    return result;
  }

  async stop(graceMs: number): Promise<void> {
    clearInterval(this.#watch);
    await this.#pool.stop(graceMs);
    this.#bridge.stop();
  }

  #hear(message: WorkerMessage): void {
    if (message.kind === 'bridge') {
      this.#bridge.serve(message.port);
      return;
    }
    const ticket = this.#tickets.get(message.jobId);
    if (ticket === undefined) return;
    if (message.kind === 'overrun') ticket.overrunAt = message.where;
    else
      ticket.log[message.level](
        { screen: ticket.screenRef, script: redact(message.message, ticket.secrets) },
        'script says',
      );
  }

  /** Kill what evades the limit inside the sandbox, such as a single call of a pattern function that never ends. */
  #killSpinners(): void {
    for (const ticket of this.#tickets.values()) {
      if (computingMs(ticket.beat) <= LIMITS.scriptCpuMs + CPU_GRACE_MS) continue;
      const where = ticket.overrunAt === null ? '' : ` (at ${ticket.overrunAt})`;
      ticket.running.cancel({
        code: 'script_timeout',
        message: `the script of "${ticket.screenRef}" used more than ${LIMITS.scriptCpuMs / 1000} seconds of CPU time${where}`,
      });
    }
  }
}
