/** What was started or made for a run, to be stopped and removed when it is over, the last first. */
export class Removals {
  readonly #removals: (() => Promise<void> | void)[] = [];
  #done: Promise<void> | null = null;

  add(remove: () => Promise<void> | void): void {
    this.#removals.push(remove);
  }

  /** Remove all. One that fails does not keep the others; the first failure is thrown. Further calls wait for the first. */
  removeAll(): Promise<void> {
    this.#done ??= this.#removeNext(this.#removals.length - 1);
    return this.#done;
  }

  async #removeNext(index: number): Promise<void> {
    if (index < 0) return;
    try {
      await this.#removals[index]?.();
    } finally {
      await this.#removeNext(index - 1);
    }
  }
}
