/** Work that runs in the background, so that a stop can wait for its end. */
export class WorkInProgress {
  readonly #work = new Set<Promise<void>>();
  readonly #failed: (cause: unknown) => void;

  /** @param failed is told of what should not have happened */
  constructor(failed: (cause: unknown) => void) {
    this.#failed = failed;
  }

  track(work: Promise<void>): void {
    const tracked = work.catch(this.#failed);
    this.#work.add(tracked);
    void tracked.then(() => this.#work.delete(tracked));
  }

  /** Resolves when nothing runs any more. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }
}
