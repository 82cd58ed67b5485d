/** Quotes a piece of a document in a message. */
import { oneLine } from '../../../platform/base/one-line.ts';

const MAX_SHOWN = 40;

/** The text in quotes, in one line, shortened, without control characters. */
export function quoted(text: string): string {
  return `"${oneLine(text, MAX_SHOWN)}"`;
}
