/** Moments as people write them: RFC 3339, or a date alone. */

/** A moment, and whether it was written as a date, whose day begins with it in UTC. */
export interface Moment {
  readonly ms: number;
  readonly isDate: boolean;
}

/** How messages say what is expected. */
export const MOMENT_EXPECTED = 'a date such as 2026-02-21, or a time such as 2026-02-21T09:00:00Z';

/** RFC 3339 with its date, its time and its offset, or a date alone. The seconds may be left out. */
const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]((?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:\d{2}))?$/;

/** Read a moment; null for everything else, days that no month has included. */
export function parseMoment(text: string): Moment | null {
  const [, year = '', month = '', day = '', time, offset = ''] = MOMENT.exec(text) ?? [];
  if (year === '') return null;
  const iso = `${year}-${month}-${day}${time === undefined ? '' : `T${time}${offset.toUpperCase()}`}`;
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return null;
  // `Date` takes the 31st of February for a day of March.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCDate() === Number(day) ? { ms, isDate: time === undefined } : null;
}
