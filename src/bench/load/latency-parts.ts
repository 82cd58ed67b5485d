/** The latencies of one route or stage: all of a run, and of its parts, which tell how much the figures vary. */
import type { RecordableHistogram } from 'node:perf_hooks';
import type { Latency } from '../result.ts';
import { recordMs, timeHistogram } from './time-histogram.ts';

/** Fewer calls than this say nothing of the median or of p99 of a part. */
const MIN_FOR_P50 = 20;
const MIN_FOR_P99 = 200;
/** Fewer parts than this say nothing of how much they vary. */
const MIN_PARTS = 3;
/** Bounds of the buckets of the result double every four: some 60 buckets from 0.1 ms to 15 s. */
const FIRST_BUCKET_MS = 0.1;
const BUCKETS_IN_AN_OCTAVE = 4;

export class LatencyParts {
  readonly #partMs: number;
  readonly #all = timeHistogram(3);
  readonly #parts: RecordableHistogram[] = [];
  /** How many times lie in each bucket of the result. */
  readonly #buckets: number[] = [];
  #maxMs = 0;

  constructor(partMs: number) {
    this.#partMs = partMs;
  }

  /** Record a time of a wake that was due at `dueMs`. */
  record(dueMs: number, tookMs: number): void {
    recordMs(this.#all, tookMs);
    this.#maxMs = Math.max(this.#maxMs, tookMs);
    const bucket = bucketOf(tookMs);
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    const index = Math.max(0, Math.floor(dueMs / this.#partMs));
    const part = this.#parts[index] ?? timeHistogram(2);
    this.#parts[index] = part;
    recordMs(part, tookMs);
  }

  summary(): Latency {
    const at = (percentile: number): number => this.#all.percentile(percentile) / 1000;
    return {
      count: this.#all.count,
      mean: this.#all.mean / 1000,
      p50: at(50),
      p90: at(90),
      p99: at(99),
      p999: at(99.9),
      max: this.#maxMs,
      noise: this.#noise(),
      // `flatMap` passes over buckets without a time.
      histogram: this.#buckets.flatMap((count, bucket) => ({
        fromMs: bucket === 0 ? 0 : lowerBound(bucket),
        toMs: lowerBound(bucket + 1),
        count,
      })),
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
      .filter((part) => part !== undefined && part.count >= fewest)
      .map((part) => part.percentile(percentile));
    if (figures.length < MIN_PARTS) return null;
    const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
    const variance = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0) / (figures.length - 1);
    return mean === 0 ? 0 : Math.sqrt(variance) / mean;
  }
}

/** The first bucket has all times below its upper bound. */
function bucketOf(ms: number): number {
  return ms < FIRST_BUCKET_MS ? 0 : 1 + Math.floor(BUCKETS_IN_AN_OCTAVE * Math.log2(ms / FIRST_BUCKET_MS));
}

function lowerBound(bucket: number): number {
  return FIRST_BUCKET_MS * 2 ** ((bucket - 1) / BUCKETS_IN_AN_OCTAVE);
}
