/** Writes and reads times by C's strftime formats: the same for scripts and templates. */
import { breakTime } from './calendar.ts';
import { writeFormat } from './format.ts';
import { localeNames, type TimeLocale } from './locale.ts';
import { readFormat } from './parse.ts';
import { type Zone, zoneOf } from './zone.ts';

export interface TimeOptions {
  /** A name of the zone database, `UTC`, or an offset like `+02:00`; the zone of the process when absent. */
  readonly zone?: string;
  readonly locale?: TimeLocale;
}

/** The range of JavaScript's Date, in seconds. */
const MAX_SECONDS = 8.64e12;
const DAY_SECONDS = 86_400;

/**
 * Write a time by a strftime format: all directives of glibc with its flags (`-`, `_`, `0`, `^`, `#`) and widths, and
 * `%:z`. Unknown directives stay as they are.
 * @param epochSeconds  Unix time; fractions are cut off downwards
 * @throws {RangeError} unknown zone or locale, or a time beyond what a date can hold
 */
export function formatTime(epochSeconds: number, format: string, options: TimeOptions = {}): string {
  const seconds = Math.floor(epochSeconds);
  if (!(Math.abs(seconds) <= MAX_SECONDS - DAY_SECONDS)) {
    throw new RangeError(`${epochSeconds} is no time that can be shown`);
  }
  const zone = zoneOf(options.zone);
  const names = localeNames(options.locale ?? 'en');
  const offsetSeconds = zone.offsetSeconds(seconds);
  return writeFormat(format, {
    epochSeconds: seconds,
    time: breakTime(seconds + offsetSeconds),
    offsetSeconds,
    abbreviation: () => zone.abbreviation(seconds),
    names,
  });
}

/**
 * Read a time: the inverse of `formatTime` for every format that has the whole date. Names match in any case, spaces in
 * any number; missing parts are those of 1970-01-01 00:00:00. A local time that occurs twice (at the end of summer
 * time) is the first of the two; one that is skipped is moved forward.
 * @returns seconds since the epoch, or null when the text does not fit the format or is no real date
 * @throws {RangeError} unknown zone or locale
 */
export function parseTime(text: string, format: string, options: TimeOptions = {}): number | null {
  const zone = zoneOf(options.zone);
  const names = localeNames(options.locale ?? 'en');
  return readFormat(text, format, names, (local) => offsetOfLocal(zone, local));
}

/** The offset that a local time has in a zone. */
function offsetOfLocal(zone: Zone, localSeconds: number): number {
  const before = zone.offsetSeconds(localSeconds - DAY_SECONDS);
  const after = zone.offsetSeconds(localSeconds + DAY_SECONDS);
  if (before === after) return before;
  // The offset before the change is right up to the end of an overlap, and moves a gap forward.
  return zone.offsetSeconds(localSeconds - before) === before
    ? before
    : offsetAfterChange(zone, localSeconds, before, after);
}

function offsetAfterChange(zone: Zone, localSeconds: number, before: number, after: number): number {
  return zone.offsetSeconds(localSeconds - after) === after ? after : before;
}
