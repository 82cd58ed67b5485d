/**
 * Reads an entry of the shape that devices usually have, ten times faster than the yaml package: block maps, lists of
 * scalars, collections on one line, scalars on one line, comments. The result is exactly that of the package (a test
 * compares the two). Every other entry is left to the package.
 */

import type { Position } from '../base/position.ts';
import { trimEndOf } from '../base/trim.ts';
import type { YamlBounds } from './build.ts';
import { Cursor, NeedsPackage } from './fast-cursor.ts';
import { isPlainText, plainScalar, quotedScalar } from './fast-scalar.ts';
import { leaf, listNode, mapNode } from './make-node.ts';
import type { YamlEntry, YamlMap, YamlNode } from './node.ts';

/** Words of letters, digits and a few other characters, with spaces between them. */
const PLAIN = /[A-Za-z0-9_/.+-]+(?: +[A-Za-z0-9_/.+-]+)*/y;

interface Read {
  readonly node: YamlNode;
  /** Offset after it. */
  readonly end: number;
}

/** Reads in the current line of a cursor. */
class FlowReader {
  private readonly cursor: Cursor;
  private readonly maxDepth: number;

  constructor(cursor: Cursor, maxDepth: number) {
    this.cursor = cursor;
    this.maxDepth = maxDepth;
  }

  /** The collection that begins at an offset. */
  collection(start: number, depth: number): Read {
    if (depth > this.maxDepth) throw new NeedsPackage();
    return this.cursor.text[start] === '{' ? this.map(start, depth) : this.list(start, depth);
  }

  private map(start: number, depth: number): Read {
    const entries: YamlEntry[] = [];
    const names = new Set<string>();
    const end = this.items(start, '}', (from) => {
      const { key, end: colon } = this.key(from);
      if (names.has(key)) throw new NeedsPackage();
      names.add(key);
      const value = this.node(this.cursor.skipSpaces(colon + 1), depth + 1);
      entries.push({ key, ...this.cursor.place(from), value: value.node });
      return value.end;
    });
    return { node: mapNode(entries, this.cursor.place(start)), end };
  }

  private list(start: number, depth: number): Read {
    const items: YamlNode[] = [];
    const end = this.items(start, ']', (from) => {
      const item = this.node(from, depth + 1);
      items.push(item.node);
      return item.end;
    });
    return { node: listNode(items, this.cursor.place(start)), end };
  }

  /** Items with commas between them; the offset after the closing bracket. */
  private items(start: number, close: string, read: (from: number) => number): number {
    const { cursor } = this;
    let at = cursor.skipSpaces(start + 1);
    while (cursor.text[at] !== close) {
      at = cursor.skipSpaces(read(at));
      if (cursor.text[at] === close) break;
      if (cursor.text[at] !== ',') throw new NeedsPackage();
      at = cursor.skipSpaces(at + 1);
    }
    return at + 1;
  }

  /** A key and the offset of its colon, which a space follows. */
  private key(from: number): { readonly key: string; readonly end: number } {
    const { text } = this.cursor;
    const quoted = text[from] === '"' || text[from] === "'" ? quotedScalar(text, from) : null;
    const key = quoted?.value ?? this.plain(from);
    const end = quoted?.end ?? from + key.length;
    if (text[end] !== ':' || text[end + 1] !== ' ' || end - from > 1000) throw new NeedsPackage();
    if (quoted === null && /^\d{16}/.test(key)) throw new NeedsPackage();
    return { key, end };
  }

  private node(from: number, depth: number): Read {
    const { text } = this.cursor;
    const first = text[from];
    if (first === '{' || first === '[') return this.collection(from, depth);
    const place = this.cursor.place(from);
    if (first === '"' || first === "'") {
      const { value, end } = quotedScalar(text, from);
      return { node: leaf(value, value, place), end };
    }
    const source = this.plain(from);
    return { node: leaf(plainScalar(source), source, place), end: from + source.length };
  }

  private plain(from: number): string {
    PLAIN.lastIndex = from;
    const source = PLAIN.exec(this.cursor.text)?.[0];
    if (source === undefined || /^-(?: |$)/.test(source)) throw new NeedsPackage();
    return source;
  }
}

/** Tabs, control characters, single carriage returns and byte order marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ODD = /[\0-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\r(?!\n)/;

/** A plain key; its colon is followed by a space or the end of the line. */
const KEY = /[A-Za-z0-9_](?:[A-Za-z0-9_./+-]|:(?=[A-Za-z0-9_./+-]))*(?=:(?:[ \r\n]|$))/y;

/** Up to this many entries, doubled keys are found by comparing each pair. */
const SMALL_MAP = 12;

/** Longer keys need a `?` before them. */
const MAX_KEY = 1000;

/**
 * Read a text that is one entry of a block map.
 * @returns null when only the yaml package can read it, or when it is not one entry
 */
export function readFastEntry(text: string, bounds: YamlBounds): YamlEntry | null {
  if (ODD.test(text)) return null;
  try {
    return new FastReader(text, bounds).entry();
  } catch (error) {
    if (error instanceof NeedsPackage) return null;
    throw error;
  }
}

class FastReader {
  private readonly cursor: Cursor;
  private readonly flow: FlowReader;
  private readonly bounds: YamlBounds;

  constructor(text: string, bounds: YamlBounds) {
    this.cursor = new Cursor(text);
    this.flow = new FlowReader(this.cursor, bounds.maxDepth);
    this.bounds = bounds;
  }

  /** The only entry of the text. */
  entry(): YamlEntry {
    const { cursor, bounds } = this;
    cursor.advance();
    if (cursor.done) throw new NeedsPackage();
    const { entries, size, height } = this.map(cursor.indent, 1);
    const [entry] = entries;
    const isInBounds = size <= bounds.maxNodes && height <= bounds.maxDepth;
    if (!cursor.done || entry === undefined || entries.length > 1 || !isInBounds) throw new NeedsPackage();
    return entry;
  }

  private map(indent: number, depth: number): YamlMap {
    const { cursor } = this;
    if (depth > this.bounds.maxDepth) throw new NeedsPackage();
    const place = cursor.place(cursor.at);
    const entries: YamlEntry[] = [];
    // Most maps are so small that a set of their keys would cost more than it saves.
    let names: Set<string> | null = null;
    while (!cursor.done && cursor.indent === indent) {
      const entry = this.nextEntry(indent, depth);
      // A doubled key is an error that the package's reader describes.
      const isDouble = names?.has(entry.key) ?? entries.some(({ key }) => key === entry.key);
      if (isDouble) throw new NeedsPackage();
      entries.push(entry);
      names?.add(entry.key);
      if (entries.length === SMALL_MAP) names = new Set(entries.map(({ key }) => key));
    }
    if (!cursor.done && cursor.indent > indent) throw new NeedsPackage();
    return mapNode(entries, place);
  }

  private nextEntry(indent: number, depth: number): YamlEntry {
    const place = this.cursor.place(this.cursor.at);
    const { key, end } = this.key();
    return { key, ...place, value: this.value(end + 1, indent, depth + 1) };
  }

  /** The key at the cursor, and the offset of its colon. */
  private key(): { readonly key: string; readonly end: number } {
    const { text, at } = this.cursor;
    const quote = text[at];
    let key: string;
    let end: number;
    if (quote === '"' || quote === "'") {
      const scalar = quotedScalar(text, at);
      key = scalar.value;
      end = scalar.end;
      if (text[end] !== ':') throw new NeedsPackage();
    } else {
      KEY.lastIndex = at;
      key = KEY.exec(text)?.[0] ?? '';
      end = at + key.length;
      // The package warns about long numbers.
      if (key === '' || /^\d{16}/.test(key)) throw new NeedsPackage();
    }
    if (end - at > MAX_KEY) throw new NeedsPackage();
    return { key, end };
  }

  /** The value after a colon that ends at `from`, of a key at column `indent`. */
  private value(from: number, indent: number, depth: number): YamlNode {
    const { cursor } = this;
    const start = cursor.skipSpaces(from);
    if (!cursor.endsAt(start, from)) {
      if (start === from) throw new NeedsPackage();
      const node = this.inline(start, depth);
      cursor.advance();
      if (!cursor.done && cursor.indent > indent) throw new NeedsPackage();
      return node;
    }
    const place = cursor.place(start);
    cursor.advance();
    if (!cursor.done) {
      if (cursor.isDash() && cursor.indent >= indent) return this.list(cursor.indent, depth);
      if (cursor.indent > indent) return this.map(cursor.indent, depth);
    }
    return leaf(null, '', place);
  }

  /** Lines `- item`, each with an item that ends in its line. */
  private list(indent: number, depth: number): YamlNode {
    const { cursor } = this;
    const place = cursor.place(cursor.at);
    const items: YamlNode[] = [];
    while (!cursor.done && cursor.indent === indent && cursor.isDash()) {
      const start = cursor.skipSpaces(cursor.at + 1);
      if (cursor.endsAt(start, cursor.at + 1)) throw new NeedsPackage();
      items.push(this.inline(start, depth + 1));
      cursor.advance();
    }
    if (!cursor.done && cursor.indent > indent) throw new NeedsPackage();
    return listNode(items, place);
  }

  private inline(start: number, depth: number): YamlNode {
    const { cursor } = this;
    const { text } = cursor;
    const place: Position = cursor.place(start);
    const first = text[start];
    if (first === '{' || first === '[') {
      const { node, end } = this.flow.collection(start, depth);
      cursor.expectEnd(end);
      return node;
    }
    if (first === '"' || first === "'") {
      const { value, end } = quotedScalar(text, start);
      cursor.expectEnd(end);
      return leaf(value, value, place);
    }
    const line = text.slice(start, cursor.end);
    const comment = line.indexOf(' #');
    const source = comment < 0 ? line : trimEndOf(line.slice(0, comment), ' ');
    if (!isPlainText(source)) throw new NeedsPackage();
    return leaf(plainScalar(source), source, place);
  }
}
