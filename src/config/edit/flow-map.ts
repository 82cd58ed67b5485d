/** Edits of maps in flow style: entries between braces, with commas. */
import type { PlainValue } from '../../platform/base/plain.ts';
import { colonEnd, pairStart, valueEnd, valueStart } from './extent.ts';
import {
  columnOf,
  isAbsent,
  lineEnd,
  lineStart,
  type Source,
  type SourceMap,
  type SourcePair,
  type Splice,
  startsLine,
} from './source.ts';
import { flowEntry, flowText, type YamlStyle } from './value-text.ts';

/** Remove an entry with its comma, and with its lines when it has lines of its own. */
export function removeFromFlow({ text }: Source, map: SourceMap, pair: SourcePair): Splice[] {
  const index = map.items.indexOf(pair);
  const [previous, next] = [map.items[index - 1], map.items[index + 1]];
  const [start, end] = [pairStart(pair), valueEnd(pair)];
  const inner = text.slice(map.range[0] + 1, map.range[1] - 1);
  if (previous === undefined && next === undefined && !/[#\n]/.test(inner)) {
    return [{ start: map.range[0], end: map.range[1], text: '{}' }];
  }
  const comma = commaEnd(text, end) ?? end;
  if (startsLine(text, start) && /^[ \t]*(?:#.*)?\r?\n/.test(text.slice(comma, lineEnd(text, comma)))) {
    return [{ start: lineStart(text, start), end: lineEnd(text, comma), text: '' }];
  }
  if (next !== undefined) {
    const gap = text.slice(comma, pairStart(next));
    return [{ start, end: gap.includes('#') ? comma : pairStart(next), text: '' }];
  }
  return [{ start: previous === undefined ? start : valueEnd(previous), end: comma, text: '' }];
}

/** Add an entry after the last one: on a line of its own if the last one has one. */
export function insertIntoFlow(
  { text, eol }: Source,
  map: SourceMap,
  { key, value, style }: { readonly key: string; readonly value: PlainValue; readonly style: YamlStyle },
): Splice[] {
  const entry = flowEntry(key, value, style);
  const last = map.items.at(-1);
  if (last === undefined) return intoEmpty(text, map, entry, style);
  const [start, end] = [pairStart(last), valueEnd(last)];
  const comma = commaEnd(text, end);
  const margin = ' '.repeat(columnOf(text, start));
  const rest = text.slice(comma ?? end, lineEnd(text, comma ?? end));
  if (startsLine(text, start) && /^[ \t]*(?:#.*)?\r?\n/.test(rest)) {
    const below = lineEnd(text, comma ?? end);
    if (comma !== null) return [{ start: below, end: below, text: `${margin}${entry},${eol}` }];
    return [
      { start: end, end, text: ',' },
      { start: below, end: below, text: `${margin}${entry}${eol}` },
    ];
  }
  const gap = startsLine(text, start) ? eol + margin : ' ';
  if (comma !== null) return [{ start: comma, end: comma, text: gap + entry }];
  return [{ start: end, end, text: `,${gap}${entry}` }];
}

function intoEmpty(text: string, map: SourceMap, entry: string, { padding }: YamlStyle): Splice[] {
  const [start, end] = map.range;
  const inner = text.slice(start + 1, end - 1);
  if (!/[^ \t\r\n]/.test(inner)) return [{ start, end, text: `{${padding}${entry}${padding}}` }];
  return [{ start: start + 1, end: start + 1, text: padding + entry }];
}

/** Replace the value of an entry. */
export function replaceInFlow(
  { text }: Source,
  pair: SourcePair,
  value: PlainValue,
  style: YamlStyle,
): Splice[] {
  const written = flowText(value, style);
  const [start, end] = [valueStart(pair), valueEnd(pair)];
  const spaces = /^ *(?=[,}])/.exec(text.slice(end))?.[0].length ?? 0;
  if (colonEnd(pair) === null) return [{ start: end, end, text: `: ${written}` }];
  if (!isAbsent(pair.value)) return [{ start, end, text: written }];
  return [{ start, end: end + spaces, text: start === end ? ` ${written}` : written }];
}

/** Offset after the next comma, which comments and line ends may precede; null when there is none. */
function commaEnd(text: string, offset: number): number | null {
  const gap = /^(?:[ \t]*(?:[ \t]#.*)?\r?\n)*[ \t]*,/.exec(text.slice(offset));
  return gap === null ? null : offset + gap[0].length;
}
