/**
 * Lets a bounded number of jobs compute at a time, and the others wait in line. A job that waits for the network
 * steps aside and does not count: so threads multiply only as far as jobs really wait, and a crowd of jobs that
 * compute does not fill the memory with threads that could not run anyway.
 */

export type Entry = 'entered' | 'full' | 'late';

interface Waiting {
  readonly enter: (entry: Entry) => void;
  readonly timer: NodeJS.Timeout;
}

export class Gate {
  readonly #slots: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<Waiting>();
  #computing = 0;

  /** @param slots jobs that may compute at a time; @param maxWaiting jobs that may wait in line */
  constructor(slots: number, maxWaiting: number) {
    this.#slots = slots;
    this.#maxWaiting = maxWaiting;
  }

  /** Jobs in line. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Enter, at once or in turn: `full` when the line is too long, `late` when the turn does not come in time. */
  enter(timeoutMs: number): Entry | Promise<Entry> {
    if (this.#computing < this.#slots && this.#waiting.size === 0) {
      this.#computing += 1;
      return 'entered';
    }
    if (this.#waiting.size >= this.#maxWaiting) return 'full';
    return new Promise((resolve) => {
      const waiting: Waiting = {
        enter: resolve,
        timer: setTimeout(() => {
          this.#waiting.delete(waiting);
          resolve('late');
        }, timeoutMs),
      };
      this.#waiting.add(waiting);
    });
  }

  /** A job that entered has ended, or begins to wait for the network. */
  leave(): void {
    this.#computing -= 1;
    const [next] = this.#waiting;
    if (next === undefined || this.#computing >= this.#slots) return;
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    this.#computing += 1;
    next.enter('entered');
  }

  /** A job goes on after it waited for the network. It does not wait again: others have its time already. */
  comeBack(): void {
    this.#computing += 1;
  }
}
