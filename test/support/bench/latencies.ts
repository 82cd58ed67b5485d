/** Latencies from samples, as a run of the bench would measure them. */
import type { Latency } from '../../../src/bench/result.ts';
import { randomNumbers } from '../random.ts';

/** Bounds of buckets grow by this factor. */
const GROWTH = 1.12;

/** Random times whose logarithms are normally distributed, as those of servers nearly are. */
export function randomTimes(seed: number): (medianMs: number, spread: number) => number {
  const below = randomNumbers(seed);
  const uniform = (): number => (below(1_000_000) + 0.5) / 1_000_000;
  return (medianMs, spread) => {
    const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    return medianMs * Math.exp(spread * normal);
  };
}

/** The value below which the share of the samples lies; null without samples. */
export function percentileOf(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** What a run tells of these samples. */
export function latencyOf(samples: readonly number[], noise: Latency['noise'] = null): Latency {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number => percentileOf(sorted, share) ?? 0;
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length),
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    p999: at(0.999),
    max: at(1),
    noise: noise ?? (sorted.length < 200 ? null : { p50: 0.02, p99: 0.08 }),
    histogram: histogramOf(sorted),
  };
}

function histogramOf(sorted: readonly number[]): Latency['histogram'] {
  const counts = new Map<number, number>();
  for (const value of sorted) {
    const bucket = Math.floor(Math.log(Math.max(value, 0.001)) / Math.log(GROWTH));
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  return [...counts].map(([bucket, count]) => ({
    fromMs: GROWTH ** bucket,
    toMs: GROWTH ** (bucket + 1),
    count,
  }));
}
