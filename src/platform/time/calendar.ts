/** Calendar arithmetic for strftime: broken-down time, day of the year, week numbers. */

export const DAY_SECONDS = 86_400;

/** Broken-down local time; months from 0, weekdays from 0 = Sunday, as in C's `struct tm`. */
export interface BrokenTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
  /** From 0. */
  readonly yearDay: number;
}

/** Break down local seconds (UTC seconds plus the offset of the zone). */
export function breakTime(localSeconds: number): BrokenTime {
  const date = new Date(localSeconds * 1000);
  const year = date.getUTCFullYear();
  return {
    year,
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    weekday: date.getUTCDay(),
    yearDay: dayNumber(year, date.getUTCMonth(), date.getUTCDate()) - dayNumber(year, 0, 1),
  };
}

/** Days since 1970-01-01 of a date of the proleptic Gregorian calendar; out-of-range months and days carry over. */
export function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return Math.round(date.getTime() / 1000 / DAY_SECONDS);
}

/** Week of the year (0..53) when weeks begin on `firstWeekday`; days before the first such day are week 0. */
export function weekOfYear(time: BrokenTime, firstWeekday: 0 | 1): number {
  const sinceFirst = (time.weekday - firstWeekday + 7) % 7;
  return Math.floor((time.yearDay + 7 - sinceFirst) / 7);
}

/** ISO 8601 week and the year that it belongs to: week 1 is the one with the year's first Thursday. */
export function isoWeek(time: BrokenTime): { year: number; week: number } {
  const thursday = time.yearDay - ((time.weekday + 6) % 7) + 3;
  const first = dayNumber(time.year, 0, 1);
  const year = new Date((first + thursday) * DAY_SECONDS * 1000).getUTCFullYear();
  return { year, week: Math.floor((first + thursday - dayNumber(year, 0, 1)) / 7) + 1 };
}

/** Day number of a weekday (1 = Monday .. 7) in an ISO week. */
export function isoDayNumber(year: number, week: number, weekday: number): number {
  const fourth = dayNumber(year, 0, 4);
  // 1970-01-01 was a Thursday, weekday 3 when Monday is 0.
  const monday = fourth - ((((fourth + 3) % 7) + 7) % 7);
  return monday + (week - 1) * 7 + weekday - 1;
}
