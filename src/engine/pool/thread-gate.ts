/**
 * Lets jobs into a pool of threads. Left to itself, Piscina starts one more thread for every job that finds none idle,
 * although one that computes for a millisecond is idle before the new one has been loaded: three jobs at a time then
 * keep eight threads, of 25 MB each.
 */

import type { EventEmitter } from 'node:events';

interface GateLimits {
  readonly maxThreads: number;
  /** Threads that load at the same time: loading one keeps a core busy, so more at once are ready no sooner. */
  readonly maxLoading: number;
}

/** Starts a job that waits in front of the gate. */
type Start = () => void;

export class ThreadGate {
  readonly #limits: GateLimits;
  readonly #waiting = new Set<Start>();
  readonly #ready = new WeakSet<object>();
  /** All threads, those that are loading included. */
  readonly #threads: () => readonly object[];
  /** Jobs that are through. */
  #inside = 0;

  /** @param threads  tells all threads, those that are loading included */
  constructor(limits: GateLimits, threads: () => readonly object[]) {
    this.#limits = limits;
    this.#threads = threads;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Jobs that are through, and have not ended. */
  get inside(): number {
    return this.#inside;
  }

  /** A thread can take its first job. */
  threadIsReady(thread: object): void {
    this.#ready.add(thread);
    this.#open();
  }

  /** A thread has ended, so that another may be started. */
  threadHasEnded(): void {
    this.#open();
  }

  /**
   * Run a job: at once when a thread is idle or one may be started for it, else when that is so. A job waits for a thread
   * that is loading anyway; only one more than there are of those starts another.
   * @param abort  takes a job that waits out of the line when it emits `abort`
   * @throws {Error} it was taken out
   */
  pass<T>(job: () => Promise<T>, abort: EventEmitter): Promise<T> {
    if (this.#waiting.size === 0 && this.#isOpen(1)) return this.#run(job);
    return new Promise<T>((resolve, reject) => {
      const start: Start = () => this.#run(job).then(resolve, reject);
      this.#waiting.add(start);
      this.#open();
      abort.once('abort', () => {
        if (this.#waiting.delete(start))
          reject(new Error('the job was given up while it waited for a thread'));
      });
    });
  }

  #run<T>(job: () => Promise<T>): Promise<T> {
    this.#inside += 1;
    return job().finally(() => {
      this.#inside -= 1;
      this.#open();
    });
  }

  #open(): void {
    for (const start of this.#waiting) {
      if (!this.#isOpen(this.#waiting.size)) return;
      this.#waiting.delete(start);
      start();
    }
  }

  /** @param waiting jobs in front of the gate, the one that asks included */
  #isOpen(waiting: number): boolean {
    const threads = this.#threads();
    let ready = 0;
    for (const thread of threads) if (this.#ready.has(thread)) ready += 1;
    if (this.#inside < ready) return true;
    // Those that are through and have no thread yet get the ones that are loading.
    const all = Math.max(threads.length, this.#inside);
    const { maxThreads, maxLoading } = this.#limits;
    return waiting > all - this.#inside && threads.length < maxThreads && all - ready < maxLoading;
  }
}
