/** For how long a reading of the clock stays the same. */
import { formatTime, parseTime } from './strftime.ts';
import { zoneOf } from './zone.ts';

export const CLOCK_UNITS = ['second', 'minute', 'hour', 'day'] as const;

export type ClockUnit = (typeof CLOCK_UNITS)[number];

/** From the first second to the one behind the last, in seconds since 1970. */
export interface ClockWindow {
  readonly from: number;
  readonly until: number;
}

const SPANS = { second: 1, minute: 60, hour: 3_600 } as const;
const DAY_SECONDS = 86_400;
const DATE = '%Y-%m-%d';

/** A directive with its flags, width and colons. */
const DIRECTIVE = /%[-_0^#]*\d*:{0,3}(.)/gsu;
/** Directives by the finest unit that they write. All others may change with every second. */
const OF_MINUTES = 'MRzZ';
const OF_HOURS = 'HIklpP';
const OF_DAYS = 'aAbBCdDeFgGhjmuUVwWxyYnt%';

/** The finest unit that a format of strftime writes; `day` is the coarsest. */
export function finestUnit(format: string): ClockUnit {
  let finest: ClockUnit = 'day';
  for (const [, letter = ''] of format.matchAll(DIRECTIVE)) {
    const unit = unitOf(letter);
    if (CLOCK_UNITS.indexOf(unit) < CLOCK_UNITS.indexOf(finest)) finest = unit;
  }
  return finest;
}

function unitOf(letter: string): ClockUnit {
  if (OF_DAYS.includes(letter)) return 'day';
  if (OF_HOURS.includes(letter)) return 'hour';
  return OF_MINUTES.includes(letter) ? 'minute' : 'second';
}

/**
 * The time around an instant in which no field of a unit or coarser changes, in a zone.
 * @throws {RangeError} the zone is not known
 */
export function clockWindow(epochSeconds: number, unit: ClockUnit, zone?: string): ClockWindow {
  const seconds = Math.floor(epochSeconds);
  if (unit === 'second') return { from: seconds, until: seconds + 1 };
  if (unit === 'day') return dayAround(seconds, zone);
  const clock = zoneOf(zone);
  const offset = clock.offsetSeconds(seconds);
  const span = SPANS[unit];
  const from = seconds - positiveRest(seconds + offset, span);
  const until = from + span;
  const isSteady = [from, until - 1].every((edge) => clock.offsetSeconds(edge) === offset);
  // A clock change within an hour: the zones change it at full quarters, so the minute is safe.
  return isSteady ? { from, until } : clockWindow(seconds, 'minute', zone);
}

/** From one local midnight to the next. Where that is skipped, the day begins with the first moment after it. */
function dayAround(seconds: number, zone: string | undefined): ClockWindow {
  const options = zone === undefined ? {} : { zone };
  const dateOf = (time: number): string => formatTime(time, DATE, options);
  const date = dateOf(seconds);
  const from = parseTime(date, DATE, options) ?? seconds;
  // A day has 23 to 25 hours.
  const next = from + DAY_SECONDS + 2 * SPANS.hour;
  const until = parseTime(dateOf(next), DATE, options) ?? seconds;
  const isWhole = from <= seconds && seconds < until && dateOf(from) === date && dateOf(until - 1) === date;
  // Clocks that are set back at midnight, and zones that skip a day.
  return isWhole ? { from, until } : clockWindow(seconds, 'minute', zone);
}

/**
 * The beginning of the second, minute, hour or day that an instant is in, in a zone.
 * @throws {RangeError} the zone is not known
 */
export function beginningOf(epochSeconds: number, unit: ClockUnit, zone?: string): number {
  const seconds = Math.floor(epochSeconds);
  if (unit === 'day') {
    const options = zone === undefined ? {} : { zone };
    return parseTime(formatTime(seconds, DATE, options), DATE, options) ?? seconds;
  }
  return seconds - positiveRest(seconds + zoneOf(zone).offsetSeconds(seconds), SPANS[unit]);
}

function positiveRest(value: number, span: number): number {
  return value - Math.floor(value / span) * span;
}
