/** Reads a moment of a query. */
import { AppError } from '../base/errors.ts';
import { parseZonedTime } from '../domain/schedule/words.ts';

/**
 * The moment of a query parameter, in ms since 1970; null where it is absent.
 * @throws {AppError} invalid_query
 */
export function readMoment(query: URLSearchParams, name: string): number | null {
  const given = query.getAll(name);
  const [text] = given;
  if (text === undefined) return null;
  // A plus sign in an address is a space.
  const seconds = given.length > 1 ? null : parseZonedTime(text.replace(/ (?=\d\d:\d\d$)/, '+'));
  if (seconds !== null) return seconds * 1000;
  const got = JSON.stringify(given.join(', ').slice(0, 60));
  throw new AppError('invalid_query', {
    detail: `${name}: expected a time with its offset, such as 2026-02-21T09:00:00Z, got ${got}.`,
  });
}
