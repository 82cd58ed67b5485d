/** Chooses how an edit is written: block or flow style, into an entry, a map, or an empty file. */
import type { ParsedNode } from 'yaml';
import { isPlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { insertIntoBlock, linesAt, removeFromBlock, replaceInBlock } from './block-map.ts';
import { insertIntoFlow, removeFromFlow, replaceInFlow } from './flow-map.ts';
import {
  isBlockCollection,
  type Source,
  type SourceMap,
  type SourcePair,
  type Splice,
  type Spot,
} from './source.ts';
import { listStepOf, quoteOf, styleOf } from './style.ts';
import { blockEntry, type YamlStyle } from './value-text.ts';

/** Remove an entry of a map. `owner` is the entry whose value the map is. */
export function removal(
  source: Source,
  map: SourceMap,
  pair: SourcePair,
  owner: SourcePair | undefined,
): Splice[] {
  return isBlockCollection(map)
    ? removeFromBlock(source, map, pair, owner)
    : removeFromFlow(source, map, pair);
}

/** Set the value of the key at the end of a path. */
export function assignment(source: Source, spot: Spot, path: readonly string[], value: PlainValue): Splice[] {
  const { maps, pairs } = spot;
  const map = maps.at(-1);
  const missing = path.slice(pairs.length);
  if (map === undefined) return intoNothing(source, nested(missing, value));
  if (pairs.length === maps.length) return replacement(source, spot, nested(missing, value));
  const [key = '', ...rest] = missing;
  const entry = { key, value: nested(rest, value), style: styleOf(source, maps) };
  if (isBlockCollection(map)) return insertIntoBlock(source, map, entry);
  const owner = pairs.at(-1);
  const holder = maps.at(-2);
  if (owner !== undefined && holder !== undefined && isBlockCollection(holder) && isBare(source, map)) {
    // An empty map has to be written as `devices: {}`; its first entry may get a line of its own.
    const style = { ...styleOf(source, maps.slice(0, -1), owner), flow: false };
    return replaceInBlock(source, owner, { [key]: entry.value }, style);
  }
  return insertIntoFlow(source, map, entry);
}

/** Replace the value of the last entry on the path. A text keeps its quotes. */
function replacement(source: Source, { maps, pairs }: Spot, value: PlainValue): Splice[] {
  const map = maps.at(-1) as SourceMap;
  const pair = pairs.at(-1) as SourcePair;
  const style = styleOf(source, maps, pair);
  const quote = quoteOf(pair.value);
  const kept: YamlStyle = {
    ...style,
    values: quote === null || isPlainObject(value) ? style.values : { quote, always: true },
    flow: pair.value?.srcToken?.type === 'flow-collection' && !isBare(source, pair.value) ? true : style.flow,
    listStep: listStepOf(source, pair) ?? style.listStep,
  };
  return isBlockCollection(map)
    ? replaceInBlock(source, pair, value, kept)
    : replaceInFlow(source, pair, value, kept);
}

/** Add to a file without entries: before its end marker, else at its end. */
function intoNothing(source: Source, value: PlainValue): Splice[] {
  if (!isPlainObject(value)) return [];
  const style = styleOf(source, []);
  const lines = Object.entries(value).flatMap(([key, item]) => blockEntry(key, item, 0, style));
  return [linesAt(source, endOfDocument(source.text), lines)];
}

/** Offset of the `...` that ends a document, else the end of the text. */
function endOfDocument(text: string): number {
  return /^\.\.\.(?=\s|$)/m.exec(text)?.index ?? text.length;
}

function isBare({ text }: Source, node: Pick<ParsedNode, 'range'>): boolean {
  return /^[{[]\s*[}\]]$/.test(text.slice(node.range[0], node.range[1]));
}

/** The value, wrapped in maps for the keys of the path that do not exist yet. */
function nested(missing: readonly string[], value: PlainValue): PlainValue {
  return missing.reduceRight<PlainValue>((inner, key) => Object.fromEntries([[key, inner]]), value);
}
