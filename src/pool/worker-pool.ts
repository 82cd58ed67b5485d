/**
 * A pool of worker threads with a bounded queue and a deadline on every job. A thread that dies or does not come back
 * in time is replaced; what can be expected to go wrong comes back as a Result.
 */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { Failure, FailureCode } from '../base/failure.ts';
import type { Logger } from '../base/logger.ts';
import { err, type Result } from '../base/result.ts';

export interface PoolOptions {
  readonly filename: URL;
  readonly minThreads: number;
  readonly maxThreads: number;
  readonly maxQueue: number;
  readonly deadlineMs: number;
  readonly timeoutCode: FailureCode;
  readonly workerData: unknown;
  /** Where a thread that died is reported, with the cause that its job's failure does not tell. */
  readonly log: Logger;
  /** JavaScript heap of one thread; wasm and native memory come on top. */
  readonly heapMb: number;
}

/** Spare threads beyond the smallest number end after this time without work. */
const IDLE_MS = 60_000;

/** One job on its way: `cancel` ends it with a failure of its own, and kills its thread if it runs. */
export interface RunningJob<Answer> {
  readonly answer: Promise<Result<Answer>>;
  cancel(failure: Failure): void;
}

export class WorkerPool<Job, Answer> {
  readonly #piscina: Piscina<Job, Result<Answer>>;
  readonly #options: PoolOptions;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#piscina = new Piscina({
      filename: options.filename.href,
      minThreads: options.minThreads,
      maxThreads: Math.max(options.maxThreads, options.minThreads),
      maxQueue: options.maxQueue,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb },
      env: {},
      workerData: options.workerData,
      trackUnmanagedFds: false,
      recordTiming: false,
    });
    // Piscina also rejects the job; without a listener the event would end the process.
    this.#piscina.on('error', () => {});
  }

  /** Listen to what workers post on their own while a job runs. */
  onMessage(listener: (message: unknown) => void): void {
    this.#piscina.on('message', listener);
  }

  /** Jobs that wait for a thread. */
  get queued(): number {
    return this.#piscina.queueSize;
  }

  get threads(): number {
    return this.#piscina.threads.length;
  }

  /** Start a job. Its answer never rejects. `what` names the work in the message of a time-out. */
  run(job: Job, what: string): RunningJob<Answer> {
    if (this.#piscina.queueSize >= this.#options.maxQueue) {
      const failure: Failure = { code: 'overloaded', message: 'the server is busy' };
      return { answer: Promise.resolve(err(failure)), cancel: () => {} };
    }
    const abort = new AbortController();
    let reason: Failure = {
      code: this.#options.timeoutCode,
      message: `${what} gave no result within ${this.#options.deadlineMs / 1000} seconds`,
    };
    const timer = setTimeout(() => abort.abort(), this.#options.deadlineMs);
    const answer = this.#piscina
      .run(job, { signal: abort.signal })
      .catch((cause: unknown) => err(abort.signal.aborted ? reason : this.#lost(cause, what)))
      .finally(() => clearTimeout(timer));
    return {
      answer,
      cancel: (failure) => {
        reason = failure;
        abort.abort();
      },
    };
  }

  #lost(cause: unknown, what: string): Failure {
    this.#options.log.error({ err: cause, work: what }, 'a worker thread was lost');
    const code = (cause as { code?: unknown } | null)?.code;
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
      return { code: 'worker_lost', message: `${what} needed more memory than it may have` };
    }
    return { code: 'worker_lost', message: `the worker of ${what} stopped unexpectedly` };
  }

  /** Let what runs finish, at most `graceMs`, then end all threads. */
  async stop(graceMs: number): Promise<void> {
    const timer = setTimeout(() => void this.#piscina.destroy(), graceMs);
    try {
      await this.#piscina.close();
    } catch {
      // Jobs that were cut off have been answered with a failure already.
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Threads for work that keeps a core busy. */
export function coreThreads(): number {
  return availableParallelism();
}
