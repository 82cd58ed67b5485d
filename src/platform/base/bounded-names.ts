/** Names for metrics, of which there may be only so many: each makes time series that are kept for months. */

/** Length of a name in the metrics. */
const METRIC_NAME_CHARACTERS = 200;

/** Stands for all that have no name of their own. */
export const OTHERS = '(others)';

export class BoundedNames {
  readonly #names = new Set<string>();
  readonly #most: number;

  /** @param most names that are told apart: the first ones */
  constructor(most: number) {
    this.#most = most;
  }

  /** The name itself, or `OTHERS`. */
  of(name: string): string {
    if (this.#names.has(name)) return name;
    if (this.#names.size >= this.#most || name.length > METRIC_NAME_CHARACTERS) return OTHERS;
    this.#names.add(name);
    return name;
  }
}
