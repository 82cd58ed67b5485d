/** Edits of maps in block style: every entry has lines of its own. */
import type { PlainValue } from '../../platform/base/plain.ts';
import {
  colonEnd,
  contentEnd,
  entryEnd,
  keyEnd,
  pairStart,
  propertiesEnd,
  valueEnd,
  valueStart,
} from './extent.ts';
import {
  columnOf,
  isAbsent,
  isBlockCollection,
  lineEnd,
  lineStart,
  type Source,
  type SourceMap,
  type SourcePair,
  type Splice,
  startsLine,
} from './source.ts';
import { blockEntry, blockValue, type WrittenValue, type YamlStyle } from './value-text.ts';

/** Remove an entry with its lines. The only entry of a map is replaced by `{}` behind the map's key. */
export function removeFromBlock(
  { text }: Source,
  map: SourceMap,
  pair: SourcePair,
  owner: SourcePair | undefined,
): Splice[] {
  const start = pairStart(pair);
  const next = map.items[map.items.indexOf(pair) + 1];
  if (!startsLine(text, start) && next !== undefined) {
    // Behind a `:` of its own line (`? key` above it): the next entry moves up.
    return [{ start, end: pairStart(next), text: '' }];
  }
  const lines = { start: lineStart(text, start), end: entryEnd(text, pair), text: '' };
  if (map.items.length > 1 || owner === undefined) return [lines];
  if (!startsLine(text, start)) return [{ start, end: valueEnd(pair), text: '{}' }];
  return [{ start: keyEnd(owner), end: propertiesEnd(owner), text: ' {}' }, lines];
}

/** Add an entry below the last one, and above comments that are indented no deeper. */
export function insertIntoBlock(
  source: Source,
  map: SourceMap,
  entry: { readonly key: string; readonly value: PlainValue; readonly style: YamlStyle },
): Splice[] {
  const { text } = source;
  const last = map.items.at(-1);
  const column = columnOf(text, map.range[0]);
  const lines = blockEntry(entry.key, entry.value, column, entry.style);
  const at = last === undefined ? map.range[1] : entryEnd(text, last);
  return [linesAt(source, at, lines)];
}

/** Replace the value of an entry. */
export function replaceInBlock(
  source: Source,
  pair: SourcePair,
  value: PlainValue,
  style: YamlStyle,
): Splice[] {
  const written = blockValue(value, columnOf(source.text, pairStart(pair)), style);
  if (colonEnd(pair) === null) return [withColon(source, pair, written)];
  if (isAbsent(pair.value)) return afterColon(source, pair, written, valueEnd(pair));
  if (isBlockCollection(pair.value)) return insteadOfLines(source, pair, written);
  return insteadOfText(source, pair, written);
}

/** `? key` without a colon gets one on a line of its own. */
function withColon({ text, eol }: Source, pair: SourcePair, { inline, below }: WrittenValue): Splice {
  const margin = ' '.repeat(columnOf(text, pairStart(pair)));
  const at = valueEnd(pair);
  return { start: at, end: at, text: [`${eol}${margin}:${spaced(inline)}`, ...below].join(eol) };
}

/** Write behind the colon, and below the line what does not fit there; a comment in that line stays. */
function afterColon(source: Source, pair: SourcePair, written: WrittenValue, end: number): Splice[] {
  const splices: Splice[] = [{ start: keyEnd(pair), end, text: spaced(written.inline) }];
  if (written.below.length > 0) splices.push(linesAt(source, lineEnd(source.text, end), written.below));
  return splices;
}

/** The old value is a map or a list with lines of its own. */
function insteadOfLines(source: Source, pair: SourcePair, written: WrittenValue): Splice[] {
  const { text } = source;
  const first = pair.value?.range[0] ?? valueEnd(pair);
  const colon = keyEnd(pair);
  if (!startsLine(text, first)) {
    // Behind a `:` of its own line: the value begins there.
    const instead = [spaced(written.inline), ...written.below].join(source.eol);
    return [{ start: colon, end: endOfText(text, contentEnd(text, pair)), text: instead }];
  }
  const start = lineStart(text, first);
  const end = contentEnd(text, pair);
  const below = written.below.length === 0 ? '' : linesAt(source, start, written.below).text;
  return [
    { start: colon, end: propertiesEnd(pair), text: spaced(written.inline) },
    { start, end, text: below },
  ];
}

/** The old value is a scalar, an alias, or in flow style. */
function insteadOfText(source: Source, pair: SourcePair, written: WrittenValue): Splice[] {
  const { text } = source;
  const [start, end] = [valueStart(pair), endOfText(text, valueEnd(pair))];
  if (written.below.length === 0) return [{ start, end, text: written.inline }];
  if (!startsLine(text, start)) return afterColon(source, pair, written, end);
  return [{ ...linesAt(source, lineStart(text, start), written.below), end: lineEnd(text, end) }];
}

/** Whole lines at an offset where a line begins, or at the end of a text whose last line has no end. */
export function linesAt({ text, eol }: Source, at: number, lines: readonly string[]): Splice {
  const unended = at > 0 && text[at - 1] !== '\n';
  const block = lines.join(eol);
  return { start: at, end: at, text: unended ? eol + block : block + eol };
}

/** The end of a node without the line end that block scalars include. */
function endOfText(text: string, end: number): number {
  return text.slice(0, end).replace(/\r?\n$/, '').length;
}

function spaced(inline: string): string {
  return inline === '' ? '' : ` ${inline}`;
}
