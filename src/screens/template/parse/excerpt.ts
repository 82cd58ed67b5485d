/** Quotes the tag of a template that a message is about. */

import { oneLine } from '../../../platform/base/one-line.ts';
import type { Position } from '../../../platform/base/position.ts';
import { offsetOf } from '../offsets.ts';

const MAX_SHOWN = 80;

/** ` in {{ data.x + 1 }}`: the tag around a place, on one line and shortened; empty when the place is in no tag. */
export function excerptOf(source: string, place: Position): string {
  const at = offsetOf(source, place);
  const start = Math.max(source.lastIndexOf('{{', at), source.lastIndexOf('{%', at));
  if (start === -1) return '';
  const close = source.startsWith('{{', start) ? '}}' : '%}';
  const end = source.indexOf(close, start);
  if (end !== -1 && end < at) return '';
  const tag = source.slice(start, end === -1 ? start + MAX_SHOWN : end + 2);
  return ` in ${oneLine(tag, MAX_SHOWN)}`;
}
