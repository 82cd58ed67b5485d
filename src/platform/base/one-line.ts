/** Prepares a piece of a user's text for a message. */
import { printable } from './printable.ts';

/** Characters that are read for each one that is shown: most of them may be white space. */
const LOOKED_AT = 4;

/** A text in one line, shortened with `…`, without control characters, and with whatever else could mislead escaped. */
export function oneLine(text: string, maxCharacters: number): string {
  return printable(cut(text, maxCharacters));
}

/** The same in quotes, as JSON writes them. */
export function quoteLine(text: string, maxCharacters: number): string {
  return printable(JSON.stringify(cut(text, maxCharacters)));
}

function cut(text: string, maxCharacters: number): string {
  const line = text
    .slice(0, LOOKED_AT * maxCharacters)
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line;
}

/** Characters of a name that somebody has sent, in a message. */
const MAX_QUOTED = 60;

/** A name that somebody has sent, in quotes, shortened with `...`. */
export function quoteShort(text: string): string {
  return printable(JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 3)}...` : text));
}
