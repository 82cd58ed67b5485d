/** Texts in a result that come from outside: answers of servers, names, addresses. */
import { oneLine } from '../../platform/base/one-line.ts';

/** So much of a text is shown. */
const MAX_CHARACTERS = 2_000;

/** A text from outside in one line, without characters that a terminal obeys or that turn the direction of text. */
export function foreignLine(text: string): string {
  const visible = oneLine(text, MAX_CHARACTERS).replace(/\p{C}/gu, '');
  // White space that stood between invisible characters is at the ends, or side by side, now.
  return oneLine(visible, MAX_CHARACTERS);
}
