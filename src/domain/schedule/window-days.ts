/** On which days a window begins. Days are counted from 1970-01-01. */
import type { DateRange, WindowTimes } from './schedule.ts';

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;
/** Leap days that fall on one day of the week are at most 40 years apart; each look leaps over a year, or up to a week. */
const MAX_LOOKS = 400;

/** The first day from a day on on which a window begins; null where there is none. */
export function nextWindowDay(
  { days, dates }: Pick<WindowTimes, 'days' | 'dates'>,
  from: number,
): number | null {
  let day = from;
  for (let look = 0; look < MAX_LOOKS && days !== 0; look += 1) {
    while ((days & (1 << weekdayOf(day))) === 0) day += 1;
    const dated = dates === null ? day : nextDated(dates, day);
    if (dated === null || dated === day) return dated;
    day = dated;
  }
  return null;
}

/** 0 is Sunday. */
function weekdayOf(day: number): number {
  return (((day + FIRST_WEEKDAY) % 7) + 7) % 7;
}

function nextDated(dates: readonly DateRange[], day: number): number | null {
  let nearest: number | null = null;
  for (const range of dates) {
    const next = range.kind === 'once' ? nextOnce(range, day) : nextYearly(range, day);
    if (next !== null && (nearest === null || next < nearest)) nearest = next;
  }
  return nearest;
}

function nextOnce({ from, to }: DateRange, day: number): number | null {
  return day > to ? null : Math.max(day, from);
}

function nextYearly({ from, to }: DateRange, day: number): number {
  const date = new Date(day * DAY_MS);
  const today = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  const isIn = from <= to ? today >= from && today <= to : today >= from || today <= to;
  if (isIn) return day;
  const year = date.getUTCFullYear() + (today > from ? 1 : 0);
  // In a year without it, 29 February is 1 March: a range of this one day skips such years.
  const begin = dayOf(year, from);
  const isThere = from !== 229 || isLeap(year);
  return isThere || to !== 229 ? begin : nextYearly({ kind: 'yearly', from, to }, dayOf(year + 1, 101));
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}

/** The day of a date. @param monthDay  month times 100 plus day */
function dayOf(year: number, monthDay: number): number {
  return Date.UTC(year, Math.floor(monthDay / 100) - 1, monthDay % 100) / DAY_MS;
}
