/** Converts between offsets in a text (UTF-16 code units) and its lines and columns. */
import type { Position } from '../../platform/base/position.ts';

/** Offset of a line and column; the end of the text for places behind it. */
export function offsetOf(text: string, { line, column }: Position): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** The position of the character at offset `to` of a text whose character at offset `from` stands at `position`. */
export function advance(position: Position, text: string, from: number, to: number): Position {
  let { line } = position;
  let lineStart = from - (position.column - 1);
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: to - lineStart + 1 };
}
