/**
 * A pool of worker threads with a bounded queue and a deadline on every job. A thread that dies, or does not finish in
 * time, is replaced; expected failures come back as a Result.
 */
import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import type { WorkerLoss } from '../../domain/engine-events.ts';
import { codeCacheEnvironment } from '../../platform/base/code-cache.ts';
import { type Deadline, leftMs } from '../../platform/base/deadline.ts';
import type { Failure, FailureCode } from '../../platform/base/failure.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { err } from '../../platform/base/result.ts';
import type { Answered } from '../../platform/base/stages.ts';
import { BUSY } from '../../platform/queues/priority-semaphore.ts';
import { type JobPool, lossBy, type RunningJob, timeoutFailure } from './job-pool.ts';
import { ThreadGate } from './thread-gate.ts';

export interface PoolOptions {
  readonly filename: URL;
  readonly minThreads: number;
  readonly maxThreads: number;
  readonly maxQueue: number;
  /** How much later than its deadline a job is ended with its thread; 0 where it does not end by itself. */
  readonly graceMs: number;
  readonly timeoutCode: FailureCode;
  /** Made once, when the threads start. @param waiting one integer that says at any time how many jobs wait for a thread */
  workerData(waiting: SharedArrayBuffer): unknown;
  /** Receives what workers post on their own while a job runs. */
  readonly onMessage?: (message: unknown) => void;
  /** Where a thread that died is reported, with the cause, which its job's failure does not name, if no call wanted the job. */
  readonly log: Logger;
  /** Called when a thread has ended that should have lived on. */
  readonly onLost?: (why: WorkerLoss) => void;
  /** JavaScript heap of one thread; wasm and native memory come on top. */
  readonly heapMb: number;
}

/**
 * Room for new objects in each thread. V8's own choice lets every thread keep 16 MB and more of garbage: with half
 * this saved on each, six threads stay 60 MB smaller, and collections are still well under a millisecond.
 */
const YOUNG_MB = 6;

/**
 * Piscina first tries `require` for the worker's file. Of a module that awaits, Node loads all and then refuses it; and
 * when the thread is ended just then, Node 20 aborts the whole process ("IsGraphAsync must be used on an instantiated
 * module"). With this it refuses at once, and Piscina imports.
 */
const NO_REQUIRE_OF_MODULES = '--no-experimental-require-module';
const WORKER_FLAGS = process.allowedNodeEnvironmentFlags.has(NO_REQUIRE_OF_MODULES)
  ? [NO_REQUIRE_OF_MODULES]
  : [];

type Threads<Job, Answer> = Piscina<Job, Answered<Answer>>;

/** Spare threads beyond the smallest number end after this time without work. */
const IDLE_MS = 60_000;

export class WorkerPool<Job, Answer> implements JobPool<Job, Answer> {
  readonly #options: PoolOptions;
  #piscina: Threads<Job, Answer> | null = null;
  #starting: Promise<Threads<Job, Answer>> | null = null;
  readonly #gate: ThreadGate;
  readonly #waiting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** True once a thread has answered. */
  #isLoaded = false;
  /** Threads that have ended, for whatever reason. */
  #endedThreads = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { minThreads, maxThreads } = options;
    const limits = { maxThreads: Math.max(maxThreads, minThreads), maxLoading: availableParallelism() };
    this.#gate = new ThreadGate(limits, () => this.#piscina?.threads ?? []);
  }

  /** Start the threads. The first job does it too; a server does it once it listens. */
  async start(): Promise<void> {
    await this.#started();
  }

  /** Jobs that wait for a thread. */
  get queued(): number {
    return this.#gate.waiting + (this.#piscina?.queueSize ?? 0);
  }

  get size(): number {
    return this.#piscina?.threads.length ?? 0;
  }

  run(job: Job, what: string, deadline: Deadline, log: Logger = this.#options.log): RunningJob<Answer> {
    const { maxQueue, timeoutCode, graceMs } = this.#options;
    if (this.queued >= maxQueue) {
      return { answer: Promise.resolve(err(BUSY)), cancel: () => {} };
    }
    // Piscina takes an event emitter for an abort signal; one costs a fraction of an AbortController.
    const signal = new EventEmitter();
    let reason: Failure | null = null;
    const cancel = (failure: Failure): void => {
      if (reason !== null) return;
      reason = failure;
      const before = this.#endedThreads;
      signal.emit('abort');
      // A job that still waits is taken from the queue, and no thread ends.
      const why = this.#endedThreads === before ? null : lossBy(failure);
      if (why !== null) this.#options.onLost?.(why);
    };
    const failure = timeoutFailure(timeoutCode, what, deadline);
    const timer = setTimeout(cancel, leftMs(deadline) + graceMs, failure);
    const answer = this.#run(job, signal)
      .catch((cause: unknown) => err(reason ?? this.#lost(cause, what, log)))
      .finally(() => clearTimeout(timer));
    return { answer, cancel };
  }

  async #run(job: Job, signal: EventEmitter): Promise<Answered<Answer>> {
    const piscina = this.#piscina ?? (await this.#started());
    const running = this.#gate.pass(() => piscina.run(job, { signal }), signal);
    this.#tellWaiting();
    try {
      const answer = await running;
      this.#isLoaded = true;
      return answer;
    } finally {
      this.#tellWaiting();
    }
  }

  /** Piscina gives jobs to the first thread at once, where they wait until it is loaded. */
  #tellWaiting(): void {
    Atomics.store(this.#waiting, 0, this.queued + (this.#isLoaded ? 0 : this.#gate.inside));
  }

  #started(): Promise<Threads<Job, Answer>> {
    if (this.#starting === null) {
      const starting = this.#open();
      this.#starting = starting;
      // A failure is not kept: the next job tries again.
      starting.catch(() => {
        this.#starting = null;
      });
    }
    return this.#starting;
  }

  async #open(): Promise<Threads<Job, Answer>> {
    const { filename, minThreads, maxThreads, maxQueue, heapMb, workerData, onMessage } = this.#options;
    // Loaded once the server listens: /health does not have to wait for it.
    const { Piscina } = await import('piscina');
    const piscina = new Piscina<Job, Answered<Answer>>({
      filename: filename.href,
      minThreads,
      maxThreads: Math.max(maxThreads, minThreads),
      maxQueue,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
      env: codeCacheEnvironment(),
      execArgv: WORKER_FLAGS,
      workerData: await workerData(this.#waiting.buffer),
      trackUnmanagedFds: false,
      recordTiming: false,
    });
    // Piscina also rejects the job; without a listener the event would end the process.
    piscina.on('error', () => {});
    // Emitted when a thread is ready.
    piscina.on('workerCreate', ({ id }: { readonly id: number }) => {
      const thread = piscina.threads.find(({ threadId }) => threadId === id);
      if (thread !== undefined) this.#gate.threadIsReady(thread);
    });
    piscina.on('workerDestroy', () => {
      this.#endedThreads += 1;
      this.#gate.threadHasEnded();
    });
    if (onMessage !== undefined) piscina.on('message', onMessage);
    this.#piscina = piscina;
    return piscina;
  }

  #lost(cause: unknown, what: string, log: Logger): Failure {
    log.error({ err: cause, work: what }, 'a worker thread was lost');
    const code = (cause as { code?: unknown } | null)?.code;
    const outOfMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#options.onLost?.(outOfMemory ? 'memory' : 'crash');
    if (outOfMemory) {
      return { code: 'worker_lost', message: `${what} needed more memory than it may have` };
    }
    return { code: 'worker_lost', message: `the worker of ${what} stopped unexpectedly` };
  }

  async stop(graceMs: number): Promise<void> {
    if (this.#starting === null) return;
    const piscina = await this.#starting;
    let timer: NodeJS.Timeout | undefined;
    const cut = new Promise<void>((resolve) => {
      timer = setTimeout(() => void piscina.destroy().then(resolve), graceMs);
    });
    // Jobs that were cut off have got a failure already. A pool that was destroyed may never report that it is closed.
    await Promise.race([piscina.close().catch(() => {}), cut]);
    clearTimeout(timer);
  }
}
