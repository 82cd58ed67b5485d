/** Reads times in query parameters. */
import { AppError } from '../base/errors.ts';

/** RFC 3339 with its date, its time and its offset, or a date alone. */
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * A time in ms since 1970; null where there is none.
 * @throws {AppError} invalid_query
 */
export function readTime(name: string, text: string | null): number | null {
  if (text === null) return null;
  const ms = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  const got = JSON.stringify(text.slice(0, 60));
  throw new AppError('invalid_query', {
    detail: `${name}: expected a date such as 2026-02-21, or a time such as 2026-02-21T09:00:00Z, got ${got}.`,
  });
}
