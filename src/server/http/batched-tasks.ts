/** Runs small tasks, which may come by the thousand, in batches with a turn of the event loop between them. */

/** About two milliseconds of closing connections. */
const TASKS_A_TURN = 32;

export class BatchedTasks {
  #tasks: (() => void)[] = [];
  #scheduled = false;

  /** Run a task soon. */
  add(task: () => void): void {
    this.#tasks.push(task);
    if (!this.#scheduled) this.#schedule();
  }

  #schedule(): void {
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    const tasks = this.#tasks.splice(0, TASKS_A_TURN);
    this.#scheduled = false;
    if (this.#tasks.length > 0) this.#schedule();
    for (const task of tasks) task();
  }
}
