/** HDR histograms of times, exact to some digits whatever the range. */
import { build, Int32Histogram } from 'hdr-histogram-js';

/** Values are microseconds. */
export type TimeHistogram = Int32Histogram;

/** An hour: no time of a bench is longer. */
const MAX_MICROSECONDS = 3_600_000_000;
/** Grows when a longer time comes. */
const USUAL_MAX_MICROSECONDS = 20_000_000;

/** @param digits  significant ones: 3 take 60 KB, 2 take 10 KB */
export function timeHistogram(digits: 2 | 3): TimeHistogram {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: USUAL_MAX_MICROSECONDS,
    numberOfSignificantValueDigits: digits,
    bitBucketSize: 32,
  });
  histogram.autoResize = true;
  if (!(histogram instanceof Int32Histogram)) throw new Error('a histogram of 32 bits was expected');
  return histogram;
}

/** Record a time in milliseconds. */
export function recordMs(histogram: TimeHistogram, ms: number): void {
  histogram.recordValue(Math.min(Math.max(Math.round(ms * 1000), 0), MAX_MICROSECONDS));
}

/** A percentile in milliseconds; null while nothing is recorded. */
export function percentileMs(histogram: TimeHistogram, percentile: number): number | null {
  return histogram.totalCount === 0 ? null : histogram.getValueAtPercentile(percentile) / 1000;
}

/** The values that were recorded, in milliseconds and ascending, with their counts. */
export function* recordedValues(
  histogram: TimeHistogram,
): Generator<{ readonly ms: number; readonly count: number }> {
  const iterator = histogram.recordedValuesIterator;
  iterator.reset();
  while (iterator.hasNext()) {
    const { valueIteratedTo, countAddedInThisIterationStep } = iterator.next();
    yield { ms: valueIteratedTo / 1000, count: countAddedInThisIterationStep };
  }
}
