/** Decides when a run ends before its time, and why. */

/** A run ends when the user wants it, when the server has ended, and when nothing answers. */
export class Ending {
  readonly #controller = new AbortController();
  reason: string | null = null;

  constructor(user: AbortSignal, ended: Promise<string> | null) {
    user.addEventListener('abort', () => this.end('ended by the user'), { once: true });
    void ended?.then((sentence) => this.end(sentence));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(reason: string): void {
    this.reason ??= reason;
    this.#controller.abort();
  }
}
