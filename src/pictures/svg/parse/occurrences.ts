/** Asks again and again whether a text occurs in a part of another one, and searches it once. */

/** The occurrences of a text in another one, for questions in ascending order. */
export class Occurrences {
  readonly #source: string;
  readonly #text: string;
  #next = -1;

  constructor(source: string, text: string) {
    this.#source = source;
    this.#text = text;
  }

  /** True when one starts between these offsets. */
  isWithin(start: number, end: number): boolean {
    if (this.#next < start) {
      const found = this.#source.indexOf(this.#text, start);
      this.#next = found === -1 ? Infinity : found;
    }
    return this.#next < end;
  }
}
