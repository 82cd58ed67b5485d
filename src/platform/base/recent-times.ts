/** How long something took in the last minutes, in bounded memory: a ring of histograms with logarithmic buckets. */

/** Four buckets from one power of two to the next: a percentile is at most a fifth too large. */
const PER_OCTAVE = 4;
/** The first bucket ends here; the last one begins at about four minutes. */
const LEAST_MS = 1 / 16;
const BUCKETS = 22 * PER_OCTAVE;

interface Slot {
  /** Number of its span of time since the beginning of time. */
  span: number;
  count: number;
  maxMs: number;
  readonly counts: Uint32Array;
}

export interface TimesSummary {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

export class RecentTimes {
  readonly #slots: (Slot | undefined)[];
  readonly #slotMs: number;

  /**
   * @param slots   spans that are kept; the last one is still going on
   * @param slotMs  length of each
   */
  constructor(slots: number, slotMs: number) {
    this.#slots = Array.from({ length: slots });
    this.#slotMs = slotMs;
  }

  /** Note a time. Both are in milliseconds; `nowMs` is of a clock that never goes back. */
  note(ms: number, nowMs: number): void {
    const span = Math.floor(nowMs / this.#slotMs);
    const index = span % this.#slots.length;
    let slot = this.#slots[index];
    if (slot === undefined) {
      slot = { span, count: 0, maxMs: 0, counts: new Uint32Array(BUCKETS) };
      this.#slots[index] = slot;
    } else if (slot.span !== span) {
      Object.assign(slot, { span, count: 0, maxMs: 0 });
      slot.counts.fill(0);
    }
    slot.count += 1;
    if (ms > slot.maxMs) slot.maxMs = ms;
    const bucket = bucketOf(ms);
    slot.counts[bucket] = (slot.counts[bucket] ?? 0) + 1;
  }

  /** What was noted in the spans that are kept; null for nothing. */
  summary(nowMs: number): TimesSummary | null {
    const oldest = Math.floor(nowMs / this.#slotMs) - this.#slots.length + 1;
    const slots = this.#slots.filter((slot) => slot !== undefined).filter(({ span }) => span >= oldest);
    const count = slots.reduce((sum, slot) => sum + slot.count, 0);
    if (count === 0) return null;
    const maxMs = Math.max(...slots.map((slot) => slot.maxMs));
    const percentile = (share: number): number => Math.min(endOfBucket(slots, share * count), maxMs);
    return { count, p50Ms: percentile(0.5), p95Ms: percentile(0.95), maxMs };
  }
}

function bucketOf(ms: number): number {
  if (!(ms > LEAST_MS)) return 0;
  return Math.min(Math.ceil(Math.log2(ms / LEAST_MS) * PER_OCTAVE), BUCKETS - 1);
}

/** The upper end of the bucket in which the count reaches a rank. */
function endOfBucket(slots: readonly Slot[], rank: number): number {
  let seen = 0;
  for (let bucket = 0; bucket < BUCKETS - 1; bucket++) {
    for (const { counts } of slots) seen += counts[bucket] ?? 0;
    if (seen >= rank) return LEAST_MS * 2 ** (bucket / PER_OCTAVE);
  }
  return Number.POSITIVE_INFINITY;
}
