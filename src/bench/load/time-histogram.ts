/** HDR histograms of times, exact to some digits whatever the range. Values are microseconds. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** An hour: no time of a bench is longer. */
const MAX_MICROSECONDS = 3_600_000_000;

/** @param digits  significant ones: 3 take 190 KB, 2 take 30 KB */
export function timeHistogram(digits: 2 | 3): RecordableHistogram {
  return createHistogram({ lowest: 1, highest: MAX_MICROSECONDS, figures: digits });
}

/** Record a time in milliseconds, which counts as a microsecond if it is shorter. */
export function recordMs(histogram: RecordableHistogram, ms: number): void {
  histogram.record(Math.min(Math.max(Math.round(ms * 1000), 1), MAX_MICROSECONDS));
}

/** A percentile in milliseconds; null while nothing is recorded. */
export function percentileMs(histogram: RecordableHistogram, percentile: number): number | null {
  return histogram.count === 0 ? null : histogram.percentile(percentile) / 1000;
}
