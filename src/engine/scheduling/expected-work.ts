/** How long a number of pictures will take. The estimate of a kind may change while pictures of it wait. */

/** Pictures of one kind take about as long. */
export interface KindEstimate {
  readonly kind: string;
  readonly ms: number;
  /** True for pictures that let all others pass. */
  readonly slow: boolean;
}

/** Whole ms, so that the sums stay exact. */
interface KnownKind {
  ms: number;
  slow: boolean;
  count: number;
}

export class ExpectedWork {
  /** Kinds of which there are pictures. */
  readonly #kinds = new Map<string, KnownKind>();
  #quickMs = 0;
  #slowMs = 0;

  /** Expected time of the pictures that are quick to draw. */
  get quickMs(): number {
    return this.#quickMs;
  }

  /** Expected time of the others. */
  get slowMs(): number {
    return this.#slowMs;
  }

  /** Expected time of all pictures. */
  get totalMs(): number {
    return this.#quickMs + this.#slowMs;
  }

  /** The estimate for one picture of a kind. */
  of(kind: string): Omit<KindEstimate, 'kind'> {
    return this.#kinds.get(kind) ?? { ms: 0, slow: false };
  }

  /** One more picture. */
  add(estimate: KindEstimate): void {
    const { kind } = estimate;
    if (!this.#kinds.has(kind)) this.#kinds.set(kind, { ms: 0, slow: false, count: 0 });
    this.learn(estimate);
    this.#change(kind, 1);
  }

  /** One picture less of a kind that was added. */
  remove(kind: string): void {
    this.#change(kind, -1);
    if (this.#kinds.get(kind)?.count === 0) this.#kinds.delete(kind);
  }

  /** Pictures of a kind take so long, as it turns out. */
  learn({ kind, ms, slow }: KindEstimate): void {
    const known = this.#kinds.get(kind);
    if (known === undefined) return;
    const { count } = known;
    this.#change(kind, -count);
    known.ms = wholeMs(ms);
    known.slow = slow;
    this.#change(kind, count);
  }

  #change(kind: string, by: number): void {
    const known = this.#kinds.get(kind);
    if (known === undefined) return;
    known.count += by;
    if (known.slow) this.#slowMs += by * known.ms;
    else this.#quickMs += by * known.ms;
  }
}

/** No picture takes no time. */
export function wholeMs(ms: number): number {
  return Math.max(Math.ceil(ms), 1);
}
