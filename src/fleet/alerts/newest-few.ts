/** Keeps the first few of many by their rank, in bounded memory, and counts all. */

interface Ranked<Value> {
  readonly rank: number;
  readonly value: Value;
}

export class NewestFew<Value> {
  readonly #most: number;
  #kept: Ranked<Value>[] = [];
  #count = 0;
  /** What has no higher rank is beyond. */
  #lowest = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Count one, and make it where it may be kept: of many, most need not be made.
   * @param rank  the highest are kept
   */
  add(rank: number, make: () => Value): void {
    this.#count += 1;
    if (rank <= this.#lowest) return;
    this.#kept.push({ rank, value: make() });
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
    this.#kept.sort((a, b) => b.rank - a.rank);
    if (this.#kept.length < this.#most) return;
    this.#kept.length = this.#most;
    this.#lowest = this.#kept.at(-1)?.rank ?? this.#lowest;
  }
}
