/** Does small tasks, which may come by the thousand, in batches, with a turn of the event loop between two of them. */

/** About two milliseconds of closing connections. */
const BATCH_SIZE = 32;

export class TaskBatcher {
  #tasks: (() => void)[] = [];
  #scheduled = false;

  /** Do something soon. */
  add(task: () => void): void {
    this.#tasks.push(task);
    if (!this.#scheduled) this.#schedule();
  }

  #schedule(): void {
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    const tasks = this.#tasks.splice(0, BATCH_SIZE);
    this.#scheduled = false;
    if (this.#tasks.length > 0) this.#schedule();
    for (const task of tasks) task();
  }
}
