/** Gives memory back at quiet times: once after a start, then whenever much has been done. */
import { MEMORY_LIMITS } from '../../platform/base/memory-limits.ts';
import { tidyMemory } from './memory.ts';

export class QuietTidy {
  readonly #tidy: () => void;
  readonly #quietMs: number;
  /** Pieces of work until it is worth it. */
  #left = 1;
  #timer: NodeJS.Timeout | null = null;

  constructor(tidy: () => void = tidyMemory, quietMs: number = MEMORY_LIMITS.tidyQuietMs) {
    this.#tidy = tidy;
    this.#quietMs = quietMs;
  }

  /** A piece of work is done. */
  worked(): void {
    this.#left -= 1;
    if (this.#left > 0) return;
    if (this.#timer === null) this.#timer = setTimeout(() => this.#run(), this.#quietMs).unref();
    else this.#timer.refresh();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #run(): void {
    this.#timer = null;
    this.#left = MEMORY_LIMITS.tidyAfterWork;
    this.#tidy();
  }
}
