/** Converts between offsets in a text (UTF-16 code units) and its lines and columns. */
import type { Place } from './fault.ts';

/** Offset of a line and column; the end of the text for places behind it. */
export function offsetOf(text: string, { line, column }: Place): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** The place of the character at offset `to` of a text whose character at offset `from` stands at `place`. */
export function advance(place: Place, text: string, from: number, to: number): Place {
  let { line } = place;
  let lineStart = from - (place.column - 1);
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: to - lineStart + 1 };
}
