/** What is offered to the store without anybody waiting for it: bounded, and lost where the store does not take it. */
import { requireStateError } from './state-error.ts';

export class UnawaitedPuts {
  readonly #maxBytes: number;
  #bytes = 0;

  /** @param maxBytes  of all that is under way */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Offer something, unless too much is under way. Resolves when that has ended, and never rejects for the store's sake.
   * @param bytes  memory that it takes meanwhile
   */
  async run(bytes: number, put: () => Promise<unknown>): Promise<void> {
    if (this.#bytes + bytes > this.#maxBytes) return;
    this.#bytes += bytes;
    try {
      await put();
    } catch (error) {
      requireStateError(error);
    } finally {
      this.#bytes -= bytes;
    }
  }
}
