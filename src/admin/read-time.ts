/** Reads times in query parameters. */
import { AppError } from '../platform/base/errors.ts';
import { MOMENT_EXPECTED, type Moment, parseMoment } from '../platform/time/moment.ts';

/** Years that every answer can repeat: a time has four digits for them, whatever is added to it. */
const YEARS = /^(?:19[7-9]\d|[2-8]\d{3})-/;

const TIME_EXPECTED = 'a time with its offset, such as 2026-02-21T09:00:00Z';

/**
 * A date or a time; null where there is none.
 * @throws {AppError} invalid_query
 */
export function readMoment(name: string, text: string | null): Moment | null {
  return read(name, text, MOMENT_EXPECTED);
}

/**
 * A date or a time in ms since 1970; null where there is none.
 * @throws {AppError} invalid_query
 */
export function readTime(name: string, text: string | null): number | null {
  return readMoment(name, text)?.ms ?? null;
}

/**
 * A time with its offset in ms since 1970; null where there is none.
 * @throws {AppError} invalid_query
 */
export function readZonedTime(name: string, text: string | null): number | null {
  const moment = read(name, text, TIME_EXPECTED);
  if (moment?.isDate) throw refused(name, TIME_EXPECTED, text);
  return moment?.ms ?? null;
}

function read(name: string, text: string | null, expected: string): Moment | null {
  if (text === null) return null;
  // A plus sign in an address is a space.
  const moment = YEARS.test(text) ? parseMoment(text.replace(/ (?=\d\d:\d\d$)/, '+')) : null;
  if (moment === null) throw refused(name, expected, text);
  return moment;
}

function refused(name: string, expected: string, text: string | null): AppError {
  const got = JSON.stringify((text ?? '').slice(0, 60));
  return new AppError('invalid_query', { detail: `${name}: expected ${expected}, got ${got}.` });
}
