/** The latencies of one route or stage: all of a run, and of its parts, which tell how much the figures vary. */
import type { Latency } from '../result.ts';
import { recordedValues, recordMs, type TimeHistogram, timeHistogram } from './time-histogram.ts';

/** Fewer calls than this say nothing of the median or of p99 of a part. */
const MIN_FOR_P50 = 20;
const MIN_FOR_P99 = 200;
/** Fewer parts than this say nothing of how much they vary. */
const MIN_PARTS = 3;
/** Bounds of the buckets of the result grow by this factor: some 60 buckets from 0.1 ms to 15 s. */
const BUCKET_FACTOR = 2 ** (1 / 4);
const FIRST_BUCKET_MS = 0.1;

export class LatencyParts {
  readonly #partMs: number;
  readonly #all = timeHistogram(3);
  readonly #parts: TimeHistogram[] = [];

  constructor(partMs: number) {
    this.#partMs = partMs;
  }

  /** Record a time of a wake that was due at `dueMs`. */
  record(dueMs: number, tookMs: number): void {
    recordMs(this.#all, tookMs);
    const index = Math.max(0, Math.floor(dueMs / this.#partMs));
    const part = this.#parts[index] ?? timeHistogram(2);
    this.#parts[index] = part;
    recordMs(part, tookMs);
  }

  summary(): Latency {
    const at = (percentile: number): number => this.#all.getValueAtPercentile(percentile) / 1000;
    return {
      count: this.#all.totalCount,
      mean: this.#all.mean / 1000,
      p50: at(50),
      p90: at(90),
      p99: at(99),
      p999: at(99.9),
      max: this.#all.maxValue / 1000,
      noise: this.#noise(),
      histogram: this.#buckets(),
    };
  }

  #noise(): Latency['noise'] {
    const p50 = this.#spread(50, MIN_FOR_P50);
    return p50 === null
      ? null
      : { p50, p99: this.#spread(99, MIN_FOR_P99) ?? this.#spread(90, MIN_FOR_P50) ?? p50 };
  }

  /** The standard deviation of a percentile over the parts, as a share of its mean. */
  #spread(percentile: number, fewest: number): number | null {
    const figures = this.#parts
      .filter((part) => part !== undefined && part.totalCount >= fewest)
      .map((part) => part.getValueAtPercentile(percentile));
    if (figures.length < MIN_PARTS) return null;
    const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
    const variance = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0) / (figures.length - 1);
    return mean === 0 ? 0 : Math.sqrt(variance) / mean;
  }

  #buckets(): Latency['histogram'] {
    const buckets: { fromMs: number; toMs: number; count: number }[] = [];
    let [fromMs, toMs] = [0, FIRST_BUCKET_MS];
    let count = 0;
    const close = (): void => {
      if (count > 0) buckets.push({ fromMs, toMs, count });
      count = 0;
    };
    for (const recorded of recordedValues(this.#all)) {
      while (recorded.ms >= toMs) {
        close();
        [fromMs, toMs] = [toMs, toMs * BUCKET_FACTOR];
      }
      count += recorded.count;
    }
    close();
    return buckets;
  }
}
