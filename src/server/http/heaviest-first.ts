/** Things with weights that change all the time, and one of the heaviest of them at any time. All operations take constant time. */

export class HeaviestFirst<T> {
  /** Keyed by the class of their weight, which is a small number. */
  readonly #classes: Set<T>[] = [];
  readonly #classOf: (weight: number) => number;
  #highest = 0;

  /** @param classOf  things of one class count as equally heavy; by default each weight is a class of its own */
  constructor(classOf: (weight: number) => number = (weight) => weight) {
    this.#classOf = classOf;
  }

  /** Note a change of weight. One without weight is not kept. */
  move(thing: T, from: number, to: number): void {
    const [before, after] = [this.#classOf(from), this.#classOf(to)];
    if (before === after && from > 0 && to > 0) return;
    if (from > 0) this.#classes[before]?.delete(thing);
    if (to > 0) {
      this.#classes[after] ??= new Set();
      this.#classes[after].add(thing);
      this.#highest = Math.max(this.#highest, after);
    }
    while (this.#highest > 0 && (this.#classes[this.#highest]?.size ?? 0) === 0) this.#highest -= 1;
  }

  /** One of the heaviest; undefined for none. */
  get heaviest(): T | undefined {
    const [first] = this.#classes[this.#highest] ?? [];
    return first;
  }
}

/** Weights that differ by less than a factor of two count as equal. */
export function byMagnitude(weight: number): number {
  return 32 - Math.clz32(weight);
}
