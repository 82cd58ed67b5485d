/** The tree that YAML is read into: plain nodes with line and column. */
import type { PlainValue } from '../base/plain.ts';
import type { Position } from '../base/position.ts';

/** What is wrong, and where. */
export interface YamlProblem extends Position {
  readonly message: string;
}

interface NodeBase extends Position {
  /** Number of nodes below and including this one, every alias expanded. */
  readonly size: number;
  /** Levels below and including this one. */
  readonly height: number;
}

export interface YamlScalar extends NodeBase {
  readonly kind: 'scalar';
  readonly value: null | boolean | number | string;
  /** The text as it stands in the file, without quotes: `0123` where `value` is 123. */
  readonly source: string;
}

export interface YamlList extends NodeBase {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
}

/** The position is that of the key. */
export interface YamlEntry extends Position {
  readonly key: string;
  readonly value: YamlNode;
}

export interface YamlMap extends NodeBase {
  readonly kind: 'map';
  /** In the order of the file, without doubled keys. Entries merged by `<<` follow the map's own. */
  readonly entries: readonly YamlEntry[];
}

export type YamlNode = YamlScalar | YamlList | YamlMap;

/**
 * The value of a node. Keys such as `__proto__` become own properties. What aliases share is one value, so that a tree of
 * aliases takes the time of its text and not that of its leaves.
 */
export function toPlain(node: YamlNode): PlainValue {
  if (node.kind === 'scalar') return node.value;
  // Aliases are copies of a node around the same items.
  return plainOf(node, new Map());
}

type Made = Map<readonly unknown[], PlainValue>;

function plainOf(node: YamlNode, made: Made): PlainValue {
  if (node.kind === 'scalar') return node.value;
  const content = node.kind === 'list' ? node.items : node.entries;
  const before = made.get(content);
  if (before !== undefined) return before;
  const value =
    node.kind === 'list'
      ? node.items.map((item) => plainOf(item, made))
      : Object.fromEntries(node.entries.map(({ key, value: inner }) => [key, plainOf(inner, made)]));
  if (content.length > 0) made.set(content, value);
  return value;
}

/** True for a key with nothing behind it. */
export function isNothing(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** Describes a node for a message: `a map`, `a list`, `the text "x"`, `12`. */
export function describeNode(node: YamlNode): string {
  if (node.kind !== 'scalar') return `a ${node.kind}`;
  if (node.value === null) return 'nothing';
  const text = typeof node.value === 'string' ? node.value : node.source;
  const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return typeof node.value === 'string' ? `the text ${JSON.stringify(shown)}` : shown;
}

export class LoneEntry implements YamlEntry {
  readonly key: string;
  readonly line: number;
  readonly column: number;
  /** Number of nodes of the value. */
  readonly size: number;
  readonly plain: PlainValue;
  readonly #lines: string;
  readonly #read: (lines: string) => YamlEntry | null;

  /** @param read  makes the same entry of the lines, whenever it is asked */
  constructor(entry: YamlEntry, lines: string, read: (lines: string) => YamlEntry | null) {
    this.key = entry.key;
    this.line = entry.line;
    this.column = entry.column;
    this.size = entry.value.size;
    this.plain = toPlain(entry.value);
    this.#lines = lines;
    this.#read = read;
  }

  get value(): YamlNode {
    const again = this.#read(this.#lines);
    if (again === null) throw new Error(`expected one entry, as before, got something else: ${this.#lines}`);
    return again.value;
  }
}

/** The value of an entry as plain data. */
export function plainOfEntry(entry: YamlEntry): PlainValue {
  return entry instanceof LoneEntry ? entry.plain : toPlain(entry.value);
}
