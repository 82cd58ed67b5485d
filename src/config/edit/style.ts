/** Chooses the style of new text by the text around it. */
import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import { pairStart } from './extent.ts';
import type { Quote } from './scalar-text.ts';
import {
  columnOf,
  isBlockCollection,
  isMergePair,
  nodesBelow,
  type Source,
  type SourceMap,
  type SourcePair,
} from './source.ts';
import type { YamlStyle } from './value-text.ts';

/** Number of entries that are examined, the nearest first: enough to see a habit. */
const NEIGHBOURS = 8;

const DEFAULT_STEP = 2;

/**
 * The style of a map's entries.
 * @param maps the map and those around it, outermost first
 * @param near the entry that is edited or followed; the last one unless given
 */
export function styleOf(source: Source, maps: readonly SourceMap[], near?: SourcePair): YamlStyle {
  const map = maps.at(-1);
  const pairs = neighbours(map, near);
  const inside = pairs.flatMap((pair) => [...nodesBelow(pair)]).filter((node) => isScalar(node));
  const keys = new Set<unknown>(pairs.flatMap(keysIn));
  const all = firstNodes(source);
  const keyQuote = quoteIn(inside.filter((node) => keys.has(node))) ?? quoteIn(inside) ?? quoteIn(all);
  const values = inside.filter((node) => !keys.has(node) && typeof node.value === 'string');
  const valueQuote = quoteIn(values) ?? keyQuote;
  const nested = pairs.map(({ value }) => value).filter((value) => isMap(value) && value.items.length > 0);
  const listPair = pairs.find(({ value }) => isSeq(value) && value.items.length > 0);
  return {
    keyQuote: keyQuote ?? '"',
    values: {
      quote: valueQuote ?? '"',
      always: values.length > 0 && values.every((node) => quoteOf(node) !== null),
    },
    step: stepOf(source, maps, pairs, all),
    flow: nested[0] !== undefined && !isBlockCollection(nested[0]),
    listStep: listPair === undefined ? null : listStepOf(source, listPair),
    padding: paddingOf(source, [map as unknown as ParsedNode, ...nested, ...all]),
    eol: source.eol,
  };
}

/** Columns from an entry's key to the dashes of the list that is its value; null where that is in flow style. */
export function listStepOf({ text }: Source, pair: SourcePair): number | null {
  if (pair.value?.srcToken?.type !== 'block-seq') return null;
  return Math.max(columnOf(text, pair.value.range[0]) - columnOf(text, pairStart(pair)), 0);
}

/** The quotation mark of a quoted scalar. */
export function quoteOf(node: ParsedNode | null): Quote | null {
  if (!isScalar(node)) return null;
  if (node.type === 'QUOTE_DOUBLE') return '"';
  return node.type === 'QUOTE_SINGLE' ? "'" : null;
}

function neighbours(map: SourceMap | undefined, near: SourcePair | undefined): SourcePair[] {
  const items = (map?.items ?? []).filter((pair) => !isMergePair(pair));
  const end = near === undefined ? items.length : items.indexOf(near) + 1;
  return items.slice(Math.max(end - NEIGHBOURS, 0), end).reverse();
}

function keysIn(pair: SourcePair): unknown[] {
  return [pair.key, ...(isMap(pair.value) ? (pair.value as unknown as SourceMap).items.flatMap(keysIn) : [])];
}

function quoteIn(nodes: readonly ParsedNode[]): Quote | null {
  for (const node of nodes) {
    const quote = quoteOf(node);
    if (quote !== null) return quote;
  }
  return null;
}

/** The first nodes of the document: large documents need not be examined as a whole. */
function firstNodes(source: Source): ParsedNode[] {
  const nodes: ParsedNode[] = [];
  for (const node of nodesBelow(source.document.contents)) {
    if (nodes.push(node) >= 500) break;
  }
  return nodes;
}

/** Columns between a map and the map inside it: a neighbour's, else those of the outer maps, else any. */
function stepOf(
  source: Source,
  maps: readonly SourceMap[],
  pairs: readonly SourcePair[],
  all: readonly ParsedNode[],
): number {
  const around = maps.slice(1).map((map, index) => columnsBetween(source, maps[index], map));
  const map = maps.at(-1);
  const beside = pairs.map(({ value }) => columnsBetween(source, map, value));
  const anywhere = all
    .filter((node) => isMap(node))
    .map((node) => node as unknown as SourceMap)
    .flatMap((outer) => outer.items.map(({ value }) => columnsBetween(source, outer, value)));
  return [...beside, ...around.reverse(), ...anywhere].find((step) => step > 0) ?? DEFAULT_STEP;
}

function columnsBetween(source: Source, outer: SourceMap | undefined, inner: unknown): number {
  if (outer === undefined || !isMap(inner)) return 0;
  if (!isBlockCollection(outer) || !isBlockCollection(inner as unknown as SourceMap)) return 0;
  const [outerStart, innerStart] = [outer.range[0], (inner as unknown as SourceMap).range[0]];
  return columnOf(source.text, innerStart) - columnOf(source.text, outerStart);
}

function paddingOf({ text }: Source, nodes: readonly (ParsedNode | null | undefined)[]): '' | ' ' {
  const braced = nodes.find((node) => isMap(node) && node.items.length > 0 && !isBlockCollection(node));
  if (!braced) return ' ';
  return text[braced.range[0] + 1] === ' ' ? ' ' : '';
}
