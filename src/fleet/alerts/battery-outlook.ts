/** How long a battery will last, by its history. */
import { batteryPercent } from '../../domain/battery.ts';
import type { HourPoint } from '../../domain/hour-point.ts';
import { medianOf } from './median-of.ts';

/** An hour of a device. */
export interface OutlookHour extends Pick<HourPoint, 'batteryVoltage' | 'percentCharged'> {
  readonly hourMs: number;
}

const DAY_MS = 86_400_000;
/** A day that is so much higher than the one before was charged, or got another battery. Readings are right to ten per cent. */
const CHARGED_PERCENT = 12;
/** Days of readings without a charge that are needed: before, the noise of the readings is larger than what they lose. */
const LEAST_DAYS = 3;
/** Per cent a day: less is noise, and would be months. */
const LEAST_SLOPE = 0.2;
const MOST_DAYS = 365;

interface Day {
  readonly day: number;
  readonly percent: number;
}

/**
 * The days that a battery will last, a whole number. Null where it is not known: too few days since it was charged, no
 * readings, or nothing that goes down. The slope is the median of those between all pairs of days (Theil and Sen), and a
 * day is the median of its hours, so single wrong readings do not count.
 */
export function daysLeft(hours: readonly OutlookHour[]): number | null {
  const days = sinceCharged(daysOf(hours));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || last.day - first.day < LEAST_DAYS) return null;
  const slopes = days.flatMap((from, index) =>
    days.slice(index + 1).map((to) => (to.percent - from.percent) / (to.day - from.day)),
  );
  const slope = medianOf(slopes);
  if (slope === null || slope > -LEAST_SLOPE) return null;
  // Where the line through the middle of all days is today.
  const start = medianOf(days.map(({ day, percent }) => percent - slope * day)) ?? last.percent;
  const now = Math.max(0, start + slope * last.day);
  return Math.min(Math.round(now / -slope), MOST_DAYS);
}

/** The median of each day, the oldest first; days are counted back from the last hour. */
function daysOf(hours: readonly OutlookHour[]): readonly Day[] {
  const endMs = hours.at(-1)?.hourMs ?? 0;
  const byDay = new Map<number, number[]>();
  for (const hour of hours) {
    const percent = batteryPercent(hour);
    if (percent === null) continue;
    const day = -Math.floor((endMs - hour.hourMs) / DAY_MS);
    const readings = byDay.get(day);
    if (readings === undefined) byDay.set(day, [percent]);
    else readings.push(percent);
  }
  return [...byDay]
    .map(([day, readings]) => ({ day, percent: medianOf(readings) ?? 0 }))
    .sort((a, b) => a.day - b.day);
}

/** The days after the last charge. */
function sinceCharged(days: readonly Day[]): readonly Day[] {
  const charged = days.findLastIndex(
    ({ percent }, index) => percent - (days[index - 1]?.percent ?? percent) >= CHARGED_PERCENT,
  );
  // The day itself is partly before the charge.
  return charged === -1 ? days : days.slice(charged + 1);
}
