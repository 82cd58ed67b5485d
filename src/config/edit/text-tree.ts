/** A YAML text as a tree of values with their offsets: aliases stay where they stand. */
import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { YamlNode, YamlScalar } from '../../platform/yaml/node.ts';
import { DEVICES } from '../read/keys.ts';
import type { ConfigText } from './content.ts';
import {
  isAbsent,
  isMergePair,
  lineEnd,
  pairKey,
  parseSource,
  type Source,
  type SourceMap,
} from './source.ts';
import { lineAt, lineStarts } from './text-lines.ts';

export interface TextScalar {
  readonly kind: 'scalar';
  readonly value: PlainValue;
  /** Offsets in the text, in UTF-16 units; equal where nothing stands. Quotes are within. */
  readonly start: number;
  readonly end: number;
}

export interface TextMap {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: string; readonly value: TextNode }[];
  /** What `<<` brings in. */
  readonly merged: readonly TextNode[];
}

export type TextNode =
  | TextScalar
  | TextMap
  | { readonly kind: 'list'; readonly items: readonly TextNode[] }
  | {
      readonly kind: 'alias';
      /** Null for an anchor that is not there. */
      readonly to: TextNode | null;
    };

const BYTE_ORDER_MARK = '\ufeff';

/** Read the text of a config that is known to be good. Entries of devices, of which there are many, are not parsed again. */
export function readTextTree({ text, entries, rest, lineOf }: ConfigText): TextNode {
  if (entries.length === 0) return wholeTree(text, (offset) => offset);
  const devices = entries.map((entry) => fastTree(text, entry) ?? slowTree(text, entry));
  const offsets = lineStarts(text);
  const restOffsets = lineStarts(rest.text);
  const root = wholeTree(rest.text, (offset) => {
    const line = lineAt(restOffsets, offset);
    return (offsets[lineOf(line + 1) - 1] ?? text.length) + offset - (restOffsets[line] ?? 0);
  });
  return root.kind === 'map' ? withDevices(root, devices) : wholeTree(text, (offset) => offset);
}

type TextEntry = TextMap['entries'][number];

function withDevices({ entries, merged }: TextMap, devices: readonly TextEntry[]): TextMap {
  const added = entries.map(({ key, value }): TextEntry => {
    if (key !== DEVICES) return { key, value };
    const others = value.kind === 'map' ? value : { entries: [], merged: [] };
    return {
      key,
      value: { kind: 'map', entries: [...devices, ...others.entries], merged: others.merged },
    };
  });
  return { kind: 'map', entries: added, merged };
}

/** @param offsetOf  the offset in the whole text of one in this */
function wholeTree(text: string, offsetOf: (offset: number) => number): TextNode {
  const skipped = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const source = parseSource(text.slice(skipped));
  return new TreeReader((offset) => offsetOf(offset + skipped)).read(source.document.contents);
}

/** An entry from its lines, by the parser of whole texts. */
function slowTree(text: string, { start, end, kept }: ConfigText['entries'][number]): TextEntry {
  const tree = wholeTree(text.slice(start, end), (offset) => offset + start);
  const [entry] = tree.kind === 'map' ? tree.entries : [];
  return { key: kept.entry.key, value: entry?.value ?? tree };
}

/** An entry from what was read of it before; null where the end of a value is not plain to see. */
function fastTree(text: string, { start, end, kept }: ConfigText['entries'][number]): TextEntry | null {
  const own = text.slice(start, end);
  const starts = lineStarts(own);
  const convert = (node: YamlNode): TextNode | null => {
    if (node.kind === 'list') {
      const items = node.items.map(convert).filter((item) => item !== null);
      return items.length === node.items.length ? { kind: 'list', items } : null;
    }
    if (node.kind === 'map') {
      const entries = node.entries.flatMap(({ key, value }) => {
        const converted = convert(value);
        return converted === null ? [] : [{ key, value: converted }];
      });
      return entries.length === node.entries.length ? { kind: 'map', entries, merged: [] } : null;
    }
    const at = (starts[node.line - 1] ?? own.length) + node.column - 1;
    const length = lengthOf(own, at, node);
    if (length === null) return null;
    return { kind: 'scalar', value: node.value, start: start + at, end: start + at + length };
  };
  const value = convert(kept.entry.value);
  return value === null ? null : { key: kept.entry.key, value };
}

/** Characters of a scalar in one line; null for any other. */
function lengthOf(text: string, at: number, { value, source }: YamlScalar): number | null {
  const first = text[at];
  if (first === '"' || first === "'") {
    const quoted = (first === '"' ? DOUBLE_QUOTED : SINGLE_QUOTED).exec(
      text.slice(at, lineEnd(text, at)),
    )?.[0];
    return quoted === undefined ? null : quoted.length;
  }
  if (value === null && source === '') return 0;
  // What follows these stands in the lines below.
  const isPlain = first !== '|' && first !== '>' && source !== '' && !source.includes('\n');
  return isPlain && text.startsWith(source, at) ? source.length : null;
}

const DOUBLE_QUOTED = /^"[^"\\\n]*(?:\\.[^"\\\n]*)*"/;
const SINGLE_QUOTED = /^'[^'\n]*(?:''[^'\n]*)*'/;

class TreeReader {
  readonly #offsetOf: (offset: number) => number;
  /** The last one of each name so far: a name may be given again. */
  readonly #anchors = new Map<string, TextNode>();

  constructor(offsetOf: (offset: number) => number) {
    this.#offsetOf = offsetOf;
  }

  read(node: Source['document']['contents']): TextNode {
    if (isAlias(node)) return { kind: 'alias', to: this.#anchors.get(node.source) ?? null };
    const made = this.#make(node);
    const anchor = node?.anchor;
    if (anchor !== undefined) this.#anchors.set(anchor, made);
    return made;
  }

  #make(node: Source['document']['contents']): TextNode {
    if (isSeq(node)) {
      const { items } = node as unknown as { items: readonly Source['document']['contents'][] };
      return { kind: 'list', items: items.map((item) => this.read(item)) };
    }
    if (isMap(node)) return this.#map(node as unknown as SourceMap);
    const [start = 0, end = start] = node?.range ?? [];
    const value = isScalar(node) && !isAbsent(node) ? ((node.value as PlainValue | undefined) ?? null) : null;
    // Its lines follow each other in the whole text, too.
    const from = this.#offsetOf(start);
    return { kind: 'scalar', value, start: from, end: from + end - start };
  }

  #map(map: SourceMap): TextMap {
    const entries: { key: string; value: TextNode }[] = [];
    const merged: TextNode[] = [];
    for (const pair of map.items) {
      const value = this.read(pair.value);
      if (isMergePair(pair)) merged.push(value);
      else entries.push({ key: pairKey(pair) ?? '', value });
    }
    return { kind: 'map', entries, merged };
  }
}
