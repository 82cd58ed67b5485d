/** Keeps the first few of many by their rank, in bounded memory, and counts all. */

interface Ranked<Value> {
  readonly rank: number;
  readonly value: Value;
}

export class NewestFew<Value> {
  readonly #most: number;
  #kept: Ranked<Value>[] = [];
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @param rank  the highest are kept */
  add(rank: number, value: Value): void {
    this.#count += 1;
    this.#kept.push({ rank, value });
    if (this.#kept.length >= 2 * this.#most) this.#cut();
  }

  /** Those that are kept, the highest rank first. */
  get values(): readonly Value[] {
    this.#cut();
    return this.#kept.map(({ value }) => value);
  }

  /** How many are not. */
  get beyond(): number {
    return Math.max(0, this.#count - this.#most);
  }

  #cut(): void {
    this.#kept = this.#kept.sort((a, b) => b.rank - a.rank).slice(0, this.#most);
  }
}
