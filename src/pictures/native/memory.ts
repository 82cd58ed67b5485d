/** What the C library's allocator keeps of this process's memory. */
import { collectGarbage } from '../../platform/base/garbage.ts';
import { addon } from './addon.ts';

/**
 * Memory is given back where nothing was done for so long: after a start, whose WebAssembly is compiled on for half a
 * second, and after so many pieces of work, as it takes as long as one or two of them.
 */
const TIDY_QUIET_MS = 1_000;
export const TIDY_AFTER_WORK = 100;
/**
 * Arenas of glibc's allocator. It would make eight a core, each of which keeps what its threads have freed; native code
 * of threads seldom allocates at the same time.
 */
export const ARENAS = 2;

/** Gives memory back at quiet times: once after a start, then whenever much has been done. */
export class QuietTidy {
  readonly #tidy: () => void;
  readonly #quietMs: number;
  /** Pieces of work until it is worth it. */
  #left = 1;
  #timer: NodeJS.Timeout | null = null;

  constructor(tidy: () => void = tidyMemory, quietMs: number = TIDY_QUIET_MS) {
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
    this.#left = TIDY_AFTER_WORK;
    this.#tidy();
  }
}

/**
 * Let the threads that start from now on share `most` arenas. By default glibc makes eight a core, and each keeps for
 * itself what its threads have freed.
 * @returns false where the allocator has no arenas: on systems without glibc
 * @throws {TypeError} `most` is not an integer above 0
 */
export function limitArenas(most: number): boolean {
  return addon().limitArenas(most);
}

/**
 * Give memory that is free back to the system. Takes a millisecond or a few.
 * @returns false where there was nothing to give, or the system has no such call
 */
export function releaseMemory(): boolean {
  return addon().releaseMemory();
}

/**
 * Let go of the pages of files that are mapped to read, as the state in a folder is: after a look at all of it they would
 * count as memory of this process for good. Takes a millisecond; what is read again comes from the system's cache.
 * @returns false where there are none
 */
export function releaseFilePages(): boolean {
  return addon().releaseFilePages();
}

/**
 * Give back what a start or much work has left: garbage of the calling thread, and memory that is free. Takes some tens of
 * milliseconds, so it is for quiet times.
 */
export function tidyMemory(): void {
  collectGarbage();
  releaseMemory();
  releaseFilePages();
}
