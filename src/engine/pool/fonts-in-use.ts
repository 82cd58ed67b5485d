/** The fonts that pictures are drawn with, and their exchange while the server runs. */

import type { DrawingEnvironment } from '../../domain/content-hash.ts';
import { type FontBook, type FontDir, readFontBook, sameFonts } from '../../pictures/fonts/font-book.ts';
import { readFontBookAside } from '../../pictures/fonts/read-aside.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { VERSION } from '../../platform/base/version.ts';
import type { Successor } from './renewable-pool.ts';

/** Prepares the workers of all pools for other fonts. */
type PrepareWorkers = (fonts: FontBook, signal: AbortSignal) => Promise<readonly Result<Successor>[]>;

export class FontsInUse {
  readonly #dirs: readonly FontDir[];
  readonly #log: Logger;
  readonly #environment: { digest: string };
  #book: FontBook;
  #reloading: Promise<unknown> = Promise.resolve();
  /** Ends with the workers that have the fonts before these. */
  #retiring: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();

  /** Reads the fonts. */
  constructor(dirs: readonly FontDir[], log: Logger) {
    this.#dirs = dirs;
    this.#log = log;
    this.#book = readFontBook(dirs);
    this.#environment = { digest: digestOf(this.#book) };
    this.#warn(this.#book);
  }

  get book(): FontBook {
    return this.#book;
  }

  get environment(): DrawingEnvironment {
    return this.#environment;
  }

  /**
   * Read the fonts again. Where they differ, other workers take over. One call at a time.
   * @returns else why the fonts stay as they were
   */
  reload(prepare: PrepareWorkers): Promise<Result<'changed' | 'unchanged', string>> {
    const reloading = this.#reload(prepare);
    this.#reloading = reloading.catch(() => undefined);
    return reloading;
  }

  /** End a reload that is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#reloading;
  }

  async #reload(prepare: PrepareWorkers): Promise<Result<'changed' | 'unchanged', string>> {
    const { signal } = this.#stopping;
    const read = await readFontBookAside(this.#dirs, signal);
    if (!read.ok) return read;
    const fonts = read.value;
    if (sameFonts(fonts, this.#book)) return ok('unchanged');
    this.#warn(fonts);
    // Never more than two sets of workers.
    await this.#retiring;
    if (signal.aborted) return err('the server stops');
    const prepared = await prepare(fonts, signal);
    const successors = prepared.flatMap((result) => (result.ok ? [result.value] : []));
    const failed = prepared.find((result) => !result.ok);
    if (failed !== undefined || signal.aborted) {
      await Promise.all(successors.map((successor) => successor.discard()));
      return err(failed?.error.message ?? 'the server stops');
    }
    // In one go: a hash for the new fonts must never name a picture that was drawn with the former ones.
    this.#book = fonts;
    this.#environment.digest = digestOf(fonts);
    const retiring = Promise.all(successors.map((successor) => successor.takeOver()));
    this.#retiring = retiring.catch((cause: unknown) => this.#log.warn({ err: cause }, 'workers not ended'));
    return ok('changed');
  }

  #warn({ unreadable }: FontBook): void {
    for (const { file, reason } of unreadable) this.#log.warn({ file, reason }, 'font file not used');
  }
}

/** What of the fonts and the engine changes pixels. */
function digestOf({ fingerprint }: FontBook): string {
  return sha256Hex(VERSION, fingerprint);
}
