/** Which pages are in use: each belongs to one thing only. */
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
