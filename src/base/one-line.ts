/** Prepares a piece of a user's text for a message. */

/** Characters that are read for each one that is shown: most of them may be white space. */
const LOOKED_AT = 4;

/** A text in one line, shortened with `…`, without control characters. */
export function oneLine(text: string, maxCharacters: number): string {
  const line = text
    .slice(0, LOOKED_AT * maxCharacters)
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line;
}
