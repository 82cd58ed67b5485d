/** Reads times in query parameters. */
import { AppError } from '../base/errors.ts';
import { MOMENT_EXPECTED, parseMoment } from '../time/moment.ts';

/**
 * A time in ms since 1970; null where there is none.
 * @throws {AppError} invalid_query
 */
export function readTime(name: string, text: string | null): number | null {
  const moment = text === null ? null : parseMoment(text);
  if (text === null || moment !== null) return moment?.ms ?? null;
  const got = JSON.stringify(text.slice(0, 60));
  throw new AppError('invalid_query', { detail: `${name}: expected ${MOMENT_EXPECTED}, got ${got}.` });
}
