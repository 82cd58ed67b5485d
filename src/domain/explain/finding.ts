/** What a rule has found, and the words that all of them use. */

import { quoteLine } from '../../platform/base/one-line.ts';
import { plural } from '../../platform/base/words.ts';

/** Something that a sentence rests on. */
export interface Evidence {
  readonly atMs: number;
  readonly text: string;
  /** The id of the call, for the server's log; null where there is none. */
  readonly requestId: string | null;
}

export interface Finding {
  /** The same for the same situation. */
  readonly code: string;
  /** Which of several comes first. */
  readonly weight: number;
  /** Since when it is so, in ms since 1970; null where that is not known. */
  readonly sinceMs: number | null;
  /** One sentence. */
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

/** A time in a sentence: exact, and to the second. */
export function at(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

export function evidence(atMs: number, text: string, requestId: string | null = null): Evidence {
  return { atMs, text, requestId };
}

const QUOTED = 120;

/** What somebody else wrote, as one short line in quotes. */
export function quoted(text: string): string {
  return quoteLine(text, QUOTED);
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** A span of time in the largest unit that tells it well. */
export function span(ms: number): string {
  const seconds = Math.max(Math.round(ms / 1000), 0);
  if (seconds < 2 * MINUTE) return plural(seconds, 'second');
  if (seconds < 2 * HOUR) return plural(Math.round(seconds / MINUTE), 'minute');
  if (seconds < 2 * DAY) return plural(Math.round(seconds / HOUR), 'hour');
  return plural(Math.round(seconds / DAY), 'day');
}
