/** Shows a piece of a document in a message. */

const MAX_SHOWN = 40;

/** The text in quotes, in one line, shortened, without control characters. */
export function quoted(text: string): string {
  const line = text
    .slice(0, 4 * MAX_SHOWN)
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return `"${line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line}"`;
}
