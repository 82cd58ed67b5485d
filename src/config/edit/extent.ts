/** The extent of an entry of a map: its key, colon, properties, value, and the lines that belong to it. */
import { type CST, isPair, type ParsedNode } from 'yaml';
import { columnOf, isAbsent, isBlockCollection, lineEnd, type SourcePair } from './source.ts';

/** Token kinds that stand before a node and belong to it. */
const PROPERTIES = new Set(['anchor', 'tag']);

/** Offset of an entry's first character: of its key, or of the `?`, anchor or tag before it. */
export function pairStart({ key, srcToken }: SourcePair): number {
  const first = srcToken.start.find(({ type }) => type === 'explicit-key-ind' || PROPERTIES.has(type));
  return first?.offset ?? key.range[0];
}

/** Offset after the colon of an entry; null when it has none, as `b` in `{a: 1, b}`. */
export function colonEnd({ srcToken }: SourcePair): number | null {
  const colon = srcToken.sep?.find(({ type }) => type === 'map-value-ind');
  return colon === undefined ? null : colon.offset + colon.source.length;
}

/** Offset after the colon of an entry; after its key when it has none. */
export function keyEnd(pair: SourcePair): number {
  return colonEnd(pair) ?? pair.key.range[1];
}

/** Offset after the anchor and the tag behind a colon, else after the colon. */
export function propertiesEnd(pair: SourcePair): number {
  const last = properties(pair).at(-1);
  return last === undefined ? keyEnd(pair) : last.offset + last.source.length;
}

/** Offset of an entry's value with its anchor and tag; of the place for it when there is none. */
export function valueStart(pair: SourcePair): number {
  const property = properties(pair)[0];
  if (property !== undefined) return property.offset;
  if (isAbsent(pair.value)) return keyEnd(pair);
  return (pair.value as ParsedNode).range[0];
}

/** Offset after the last character of an entry's value, before any comment behind it. */
export function valueEnd(pair: SourcePair): number {
  const last = properties(pair).at(-1);
  const afterProperties = last === undefined ? 0 : last.offset + last.source.length;
  const written = pair.value === null || isAbsent(pair.value) ? 0 : nodeEnd(pair.value);
  return Math.max(pair.key.range[1], colonEnd(pair) ?? 0, afterProperties, written);
}

/** Offset after a node's last character; the range of a collection in block style reaches over comments below it. */
function nodeEnd(node: ParsedNode): number {
  if (!isBlockCollection(node) || !('items' in node)) return node.range[1];
  const last = node.items.at(-1) as SourcePair | ParsedNode | undefined;
  if (last === undefined) return node.range[1];
  if (isPair(last)) return valueEnd(last as SourcePair);
  return isAbsent(last as ParsedNode) ? (last as ParsedNode).range[0] : nodeEnd(last as ParsedNode);
}

/** Offset after the last line of an entry in block style, the comment in that line included. */
export function contentEnd(text: string, pair: SourcePair): number {
  const end = valueEnd(pair);
  return text[end - 1] === '\n' ? end : lineEnd(text, end);
}

/**
 * Offset after all lines of an entry in block style: comments that follow it and are indented deeper than its key
 * belong to it. Those at the key's own column may head the next entry and do not.
 */
export function entryEnd(text: string, pair: SourcePair): number {
  const column = columnOf(text, pairStart(pair));
  let end = contentEnd(text, pair);
  for (let next = end; next < text.length; ) {
    const after = lineEnd(text, next);
    const line = text.slice(next, after);
    const comment = /^([ \t]*)#/.exec(line);
    if (comment === null ? /[^ \t\r\n]/.test(line) : (comment[1]?.length ?? 0) <= column) break;
    if (comment !== null) end = after;
    next = after;
  }
  return end;
}

function properties({ srcToken }: SourcePair): CST.SourceToken[] {
  return (srcToken.sep ?? []).filter(({ type }) => PROPERTIES.has(type));
}
