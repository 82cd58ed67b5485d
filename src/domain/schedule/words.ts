/** Reads the words of schedules: days of the week, dates, times of day, spans of time, moments. Null for what is none. */
import type { DateRange } from './schedule.ts';

const DAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const LONG_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const DAY_GROUPS: Readonly<Record<string, number>> = {
  daily: 0b1111111,
  weekdays: 0b0111110,
  weekend: 0b1000001,
};
const DAY_SECONDS = 86_400;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: DAY_SECONDS, w: 7 * DAY_SECONDS };

/** `mon-fri`, `fri-mon`, `sat`, `Saturday`, `daily`, `weekdays`, `weekend`; bit 0 is Sunday. */
export function parseDays(text: string): number | null {
  const word = text.trim().toLowerCase();
  if (Object.hasOwn(DAY_GROUPS, word)) return DAY_GROUPS[word] ?? null;
  const [first = '', last = first, ...more] = word.split('-').map((part) => part.trim());
  const [from, to] = [first, last].map(weekday);
  if (from === undefined || to === undefined || from < 0 || to < 0 || more.length > 0) return null;
  let days = 0;
  for (let day = from; ; day = (day + 1) % 7) {
    days |= 1 << day;
    if (day === to) return days;
  }
}

function weekday(name: string): number {
  const short = (DAY_NAMES as readonly string[]).indexOf(name);
  return short >= 0 ? short : (LONG_NAMES as readonly string[]).indexOf(name);
}

/** `2026-12-24`, `2026-12-24..2027-01-06`, `12-24`, `12-24..01-06` (each year). */
export function parseDates(text: string): DateRange | null {
  const [first = '', last = first, ...more] = text.split('..').map((part) => part.trim());
  if (more.length > 0) return null;
  const once = [first, last].map(parseDate);
  if (once[0] != null && once[1] != null) {
    return once[0] <= once[1] ? { kind: 'once', from: once[0], to: once[1] } : null;
  }
  // 2024 has a 29 February.
  const yearly = [first, last].map((part) => (parseDate(`2024-${part}`) === null ? null : monthDay(part)));
  return yearly[0] == null || yearly[1] == null ? null : { kind: 'yearly', from: yearly[0], to: yearly[1] };
}

/** Days since 1970. */
function parseDate(text: string): number | null {
  if (!/^(?:19[7-9]|2\d\d)\d-\d\d-\d\d$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // Some engines take 31 April for 1 May.
  const isReal = Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text);
  return isReal ? ms / (DAY_SECONDS * 1000) : null;
}

function monthDay(text: string): number {
  return Number(text.replace('-', ''));
}

/** `8:00`, `08:00`, `24:00`: seconds since midnight. */
export function parseTimeOfDay(text: string): number | null {
  const match = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim());
  if (match === null) return null;
  const seconds = Number(match[1]) * 3_600 + Number(match[2]) * 60;
  return seconds <= DAY_SECONDS ? seconds : null;
}

/** `30m`, `1h30m`, `90s`, `2d`, or a number of seconds. */
export function parseSpan(text: string): number | null {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, '');
  if (/^\d{1,8}$/.test(words)) return Number(words);
  if (!/^(?:\d{1,8}[smhdw])+$/.test(words)) return null;
  let seconds = 0;
  for (const [, number, unit = ''] of words.matchAll(/(\d{1,8})([smhdw])/g)) {
    seconds += Number(number) * (UNITS[unit] ?? 0);
  }
  return seconds;
}

/** A time of RFC 3339, with its offset: seconds since 1970. */
export function parseZonedTime(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)([Zz]|[+-]\d\d:\d\d)$/.exec(
    text.trim(),
  );
  if (match === null || parseDate(match[1] ?? '') === null) return null;
  const ms = Date.parse(`${match[1]}T${match[2]}${match[3]?.toUpperCase()}`);
  return Number.isFinite(ms) ? Math.floor(ms / 1000) : null;
}
