/** Gives an entry of a map another name, or another place among its siblings; what it says stays as it is written. */
import { entryEnd, pairStart, valueEnd } from './extent.ts';
import { keyText } from './scalar-text.ts';
import {
  columnOf,
  follow,
  isBlockCollection,
  isMergePair,
  lineStart,
  pairKey,
  parseSource,
  type Source,
  type SourceMap,
  type SourcePair,
  type Splice,
  spliced,
  startsLine,
} from './source.ts';
import { quoteOf } from './style.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** Which entry, and what becomes of it. */
export interface Placing {
  /** The keys of the map, as written. */
  readonly path: readonly string[];
  readonly key: string;
  /** Its key after it. */
  readonly name: string;
  /** The entry that it stands before; null for the end of the map, undefined for where it is. */
  readonly before?: string | null | undefined;
}

/**
 * Rename or move an entry. The comments directly above it and those that are indented below it go with it; blank lines, and
 * comments that stand apart, keep their places.
 * @param text YAML known to be good
 * @returns the new text, not yet checked; null when it cannot be done, as in a map that an alias or a merge key brings in
 */
export function placeEntry(text: string, { path, key, name, before }: Placing): string | null {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const source = parseSource(text.slice(mark.length));
  const { maps, pairs } = follow(source, [...path, key]);
  const [map, pair] = [maps[path.length], pairs[path.length]];
  if (map === undefined || pair === undefined || map.items.some(isMergePair)) return null;
  if (name !== key) {
    const renamed = spliced(source.text, [renaming(pair, name)]);
    return placeEntry(mark + renamed, { path, key: name, name, before });
  }
  const order = before === undefined ? map.items : reordered(map.items, pair, before);
  if (order === null) return null;
  const slots = isBlockCollection(map) ? linesOf(source, map) : itemsOf(map);
  return slots === null ? null : mark + spliced(source.text, exchanged(source, slots, map.items, order));
}

function renaming({ key }: SourcePair, name: string): Splice {
  const [start, end] = key.range;
  return { start, end, text: keyText(name, quoteOf(key) ?? '"') };
}

function reordered(
  items: readonly SourcePair[],
  pair: SourcePair,
  before: string | null,
): readonly SourcePair[] | null {
  const others = items.filter((item) => item !== pair);
  const at = before === null ? others.length : others.findIndex((item) => pairKey(item) === before);
  return at < 0 ? null : others.toSpliced(at, 0, pair);
}

interface Slot {
  readonly start: number;
  readonly end: number;
}

/** The lines of each entry of a map in block style; null where one shares its line with something else. */
function linesOf({ text }: Source, map: SourceMap): readonly Slot[] | null {
  const slots: Slot[] = [];
  for (const pair of map.items) {
    const start = pairStart(pair);
    if (!startsLine(text, start)) return null;
    slots.push({ start: withHead(text, start), end: entryEnd(text, pair) });
  }
  return slots;
}

/** The offset of the first of the comment lines that stand directly above an entry, at its column; else of its own line. */
function withHead(text: string, start: number): number {
  const column = columnOf(text, start);
  let first = lineStart(text, start);
  while (first > 0) {
    const above = lineStart(text, first - 1);
    if (/^ *(?=#)/.exec(text.slice(above, first))?.[0].length !== column) break;
    first = above;
  }
  return first;
}

/** What stands between the commas of a map in flow style. */
function itemsOf(map: SourceMap): readonly Slot[] {
  return map.items.map((pair) => ({ start: pairStart(pair), end: valueEnd(pair) }));
}

/** Each slot gets the text of the entry whose turn it is. What stands between the slots stays. */
function exchanged(
  { text, eol }: Source,
  slots: readonly Slot[],
  items: readonly SourcePair[],
  order: readonly SourcePair[],
): readonly Splice[] {
  return order.map((pair, index) => {
    const { start, end } = slots[index] as Slot;
    const own = slots[items.indexOf(pair)] as Slot;
    const written = text.slice(own.start, own.end);
    // The last line of a text may have no end, and every other line needs one.
    const isLine = text[end - 1] === '\n' && !written.endsWith('\n');
    return { start, end, text: isLine ? written + eol : written };
  });
}
