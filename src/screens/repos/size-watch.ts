/** Watches the size of a folder while a program writes into it. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

const INTERVAL_MS = 250;

/** Aborts its signal when the files below a folder exceed a size. */
export class SizeWatch {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | null = null;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#schedule();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stop watching. @returns true when the files became too large, or as large as one file may be */
  async stop(): Promise<boolean> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    return this.signal.aborted || (await sizeOf(this.#folder)) >= this.#maxBytes;
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      void this.#look();
    }, INTERVAL_MS);
  }

  async #look(): Promise<void> {
    const bytes = await sizeOf(this.#folder);
    if (this.#timer === null) return;
    if (bytes > this.#maxBytes) this.#controller.abort();
    else this.#schedule();
  }
}

/** Total size of all files below a folder; files that disappear meanwhile do not count. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  let bytes = 0;
  for (const name of names) {
    const stats = await stat(path.join(folder, name)).catch(() => null);
    if (stats?.isFile()) bytes += stats.size;
  }
  return bytes;
}
