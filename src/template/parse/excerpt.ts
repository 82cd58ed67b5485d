/** Shows the tag of a template in which something went wrong. */
import type { Place } from '../fault.ts';

const MAX_SHOWN = 80;

/** ` in {{ data.x + 1 }}`: the tag around a place, shortened and in one line; nothing when the place is in no tag. */
export function excerptOf(source: string, place: Place): string {
  const at = offsetOf(source, place);
  const start = Math.max(source.lastIndexOf('{{', at), source.lastIndexOf('{%', at));
  if (start === -1) return '';
  const close = source.startsWith('{{', start) ? '}}' : '%}';
  const end = source.indexOf(close, start);
  if (end !== -1 && end < at) return '';
  const tag = source.slice(start, end === -1 ? start + MAX_SHOWN : end + 2).slice(0, 4 * MAX_SHOWN);
  const line = tag.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '');
  return ` in ${line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line}`;
}

/** Where a place is in the text, counted from 0. */
export function offsetOf(source: string, { line, column }: Place): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = source.indexOf('\n', start);
    if (end === -1) break;
    start = end + 1;
  }
  return start + column - 1;
}
