/** Reads the pages of a file of LMDB as a file, not as memory: so nothing that is in them can end the process. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { PAGE } from './layout.ts';

export class PageFile {
  readonly pageBytes: number;
  /** How many there are. */
  readonly pages: number;
  readonly #descriptor: number;

  /** @throws errors of `node:fs` */
  constructor(file: string, pageBytes: number) {
    this.#descriptor = openSync(file, 'r');
    this.pageBytes = pageBytes;
    this.pages = Math.ceil(fstatSync(this.#descriptor).size / pageBytes);
  }

  /** A page, which nobody else has; zeros where the file ends within it. Null beyond the file. */
  page(number: number): Buffer | null {
    return this.#read(number, this.pageBytes);
  }

  /** The head of a page. */
  head(number: number): Buffer | null {
    return this.#read(number, PAGE.head);
  }

  /** Bytes of pages that follow each other, after the head of the first one. */
  overflow(number: number, bytes: number): Buffer {
    const value = Buffer.alloc(bytes);
    readSync(this.#descriptor, value, 0, bytes, number * this.pageBytes + PAGE.head);
    return value;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #read(number: number, bytes: number): Buffer | null {
    if (!(number >= 0 && number < this.pages)) return null;
    const page = Buffer.alloc(bytes);
    readSync(this.#descriptor, page, 0, bytes, number * this.pageBytes);
    return page;
  }
}

const BITS = 8;

export class UsedPages {
  readonly #bits: Uint8Array;
  readonly #pages: number;

  /** @param pages  how many there are; the first two describe the file */
  constructor(pages: number) {
    this.#pages = pages;
    this.#bits = new Uint8Array(Math.ceil(pages / BITS));
    this.take(0);
    this.take(1);
  }

  /** Take pages that follow each other. False where one is taken already, or is none of the file. */
  take(first: number, count = 1): boolean {
    const isInFile = first >= 0 && count >= 1 && count <= this.#pages && first + count <= this.#pages;
    if (!isInFile) return false;
    for (let page = first; page < first + count; page++) {
      const byte = Math.floor(page / BITS);
      const bit = 1 << (page % BITS);
      const bits = this.#bits[byte] ?? 0;
      if ((bits & bit) !== 0) return false;
      this.#bits[byte] = bits | bit;
    }
    return true;
  }
}
