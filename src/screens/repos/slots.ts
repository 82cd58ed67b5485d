/** Runs a limited number of jobs at a time; the others wait in a queue. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Run a job when it is its turn. @returns null when the signal is aborted before that */
  async run<T>(signal: AbortSignal, job: () => Promise<T>): Promise<T | null> {
    if (!(await this.#enter(signal))) return null;
    try {
      return await job();
    } finally {
      this.#leave();
    }
  }

  #enter(signal: AbortSignal): boolean | Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = (): void => {
        this.#waiting.delete(enter);
        resolve(false);
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** The slot goes to the first in the queue, so that nobody overtakes. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
