/** A YAML text with the positions of its nodes, as the edits need them. */
import {
  type CST,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  type LineCounter,
  type Pair,
  type ParsedNode,
} from 'yaml';
import { readSourceDocument } from '../../platform/yaml/source-document.ts';

/** The text from `start` to `end` (offsets in UTF-16 units) is replaced by `text`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An entry of a map, with the tokens it was read from. */
export type SourcePair = Pair<ParsedNode, ParsedNode | null> & { srcToken: CST.CollectionItem };

export interface SourceMap extends Pick<ParsedNode, 'range' | 'srcToken'> {
  readonly items: readonly SourcePair[];
}

export interface Source {
  readonly text: string;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  readonly eol: '\n' | '\r\n';
}

/** The maps and entries on a path, as far as it exists. */
export interface Spot {
  /** The maps on the way, outermost first; the first is the root. */
  readonly maps: readonly SourceMap[];
  /** The entries on the way; as many as maps when the whole path is there, else one less. */
  readonly pairs: readonly SourcePair[];
}

/** Read a text that is known to be one good YAML document, without byte order mark. */
export function parseSource(text: string): Source {
  const { document, lines } = readSourceDocument(text);
  return { text, document, lines, eol: /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n' };
}

/** Follow a path through maps that are written out; aliases and merge keys are not followed. */
export function follow({ document }: Source, path: readonly string[]): Spot {
  const maps: SourceMap[] = [];
  const pairs: SourcePair[] = [];
  let node: ParsedNode | null | undefined = document.contents;
  for (const key of path) {
    if (!isMap(node)) break;
    const map = node as unknown as SourceMap;
    maps.push(map);
    const pair = ownPair(map, key);
    if (pair === undefined) break;
    pairs.push(pair);
    node = pair.value;
  }
  return { maps, pairs };
}

function ownPair(map: SourceMap, key: string): SourcePair | undefined {
  return map.items.find((pair) => !isMergePair(pair) && pairKey(pair) === key);
}

/** True for `<<: …`. */
export function isMergePair({ key }: SourcePair): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

/** The key as a text; null when it is an alias or a collection. */
export function pairKey({ key }: SourcePair): string | null {
  if (!isScalar(key)) return null;
  return typeof key.value === 'string' ? key.value : (key.source ?? '');
}

/** True for `key:` with nothing behind it but perhaps an anchor or a tag. */
export function isAbsent(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && node.range[0] === node.range[1]);
}

/** True for maps and lists in block style. */
export function isBlockCollection(node: Pick<ParsedNode, 'srcToken'> | null | undefined): boolean {
  const type = node?.srcToken?.type;
  return type === 'block-map' || type === 'block-seq';
}

/** Every node below (and with) this one, in the order of the text. */
export function* nodesBelow(node: unknown): Generator<ParsedNode> {
  if (isPair(node)) {
    yield* nodesBelow(node.key);
    yield* nodesBelow(node.value);
    return;
  }
  if (node === null || node === undefined) return;
  yield node as ParsedNode;
  if (isScalar(node) || isAlias(node)) return;
  for (const item of (node as unknown as { items: unknown[] }).items) yield* nodesBelow(item);
}

/** Make all splices at once; they do not overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, text: replacement } of splices.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(done, start), replacement);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

/** Offset of the first character of a line. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset after the line end of the line that `offset` is in; the end of the text for its last line. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Column of an offset, from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** True when only spaces stand before the offset in its line. */
export function startsLine(text: string, offset: number): boolean {
  return /^ *$/.test(text.slice(lineStart(text, offset), offset));
}
