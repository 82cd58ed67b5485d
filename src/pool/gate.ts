/**
 * Lets a bounded number of jobs compute at a time, and the others wait in line. A job that waits for the network
 * steps aside and does not count: so threads multiply only as far as jobs really wait, and a crowd of jobs that
 * compute does not fill the memory with threads that could not run anyway. A job with patience lets those pass that
 * come soon after it.
 */

import type { Failure } from '../base/failure.ts';

export type Entry = 'entered' | 'full' | 'late';

/** The failure of a job for which there is no place, not even in line. */
export const BUSY: Failure = { code: 'overloaded', message: 'the server is busy' };

interface Waiting {
  readonly enter: (entry: Entry) => void;
  readonly timer: NodeJS.Timeout;
  /** Monotonic; the line is in its order. */
  readonly dueMs: number;
}

export class Gate {
  readonly #slots: number;
  readonly #maxWaiting: number;
  readonly #waiting: Waiting[] = [];
  #computing = 0;

  /** @param slots jobs that may compute at a time; @param maxWaiting jobs that may wait in line */
  constructor(slots: number, maxWaiting: number) {
    this.#slots = slots;
    this.#maxWaiting = maxWaiting;
  }

  /** Jobs in line. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Enter, at once or in turn: `full` when the line is too long, `late` when the turn does not come in time.
   * @param patienceMs  jobs that come within this time, and have none themselves, go first
   */
  enter(timeoutMs: number, patienceMs = 0): Entry | Promise<Entry> {
    if (this.#computing < this.#slots && this.#waiting.length === 0) {
      this.#computing += 1;
      return 'entered';
    }
    if (this.#waiting.length >= this.#maxWaiting) return 'full';
    return new Promise((resolve) => {
      const waiting: Waiting = {
        enter: resolve,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          resolve('late');
        }, timeoutMs),
        dueMs: performance.now() + patienceMs,
      };
      const before = this.#waiting.findLastIndex(({ dueMs }) => dueMs <= waiting.dueMs);
      this.#waiting.splice(before + 1, 0, waiting);
    });
  }

  /** A job that entered has ended, or begins to wait for the network. */
  leave(): void {
    this.#computing -= 1;
    if (this.#computing >= this.#slots) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    clearTimeout(next.timer);
    this.#computing += 1;
    next.enter('entered');
  }

  /** A job goes on after it waited for the network. It does not wait again: others have its time already. */
  comeBack(): void {
    this.#computing += 1;
  }
}
