/**
 * Reads YAML of the shape that config files usually have, many times faster than the yaml package: block maps, lists
 * of scalars, collections on one line, scalars on one line, comments. What it reads it reads exactly as the package
 * does (a test holds the two together). An entry of another shape is left to the package; a text in which that does
 * not help, because it has aliases or something is wrong, is left to it as a whole.
 */
import type { YamlBounds } from './build.ts';
import { Cursor, Hopeless, Uncommon } from './common-cursor.ts';
import { FlowReader } from './common-flow.ts';
import { leaf, listNode, mapNode, moved } from './common-node.ts';
import { isPlainText, plainScalar, quotedScalar } from './common-scalar.ts';
import type { Place, YamlEntry, YamlNode } from './node.ts';

/** Tabs, control characters, lone carriage returns and byte order marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ODD = /[\0-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\r(?!\n)/;

/** A plain key; its colon is followed by a space or the end of the line. */
const KEY = /[A-Za-z0-9_](?:[A-Za-z0-9_./+-]|:(?=[A-Za-z0-9_./+-]))*(?=:(?:[ \r\n]|$))/y;

/** Entries among which a doubled key is found by looking at each. */
const SMALL_MAP = 12;

/** Longer keys need a `?` before them. */
const MAX_KEY = 1000;

/** Reads a text that is no usual one; null when there is anything to say about it. */
export type SliceReader = (text: string) => YamlNode | null;

/**
 * The tree of a text of the usual shape; null for any other.
 * @param readSlice reads single entries of another shape
 */
export function readCommon(text: string, bounds: YamlBounds, readSlice: SliceReader): YamlNode | null {
  if (ODD.test(text)) return null;
  try {
    return new CommonReader(text, bounds, readSlice).document();
  } catch (error) {
    if (error instanceof Uncommon) return null;
    throw error;
  }
}

class CommonReader {
  private readonly cursor: Cursor;
  private readonly flow: FlowReader;
  private readonly bounds: YamlBounds;
  private readonly readSlice: SliceReader;

  constructor(text: string, bounds: YamlBounds, readSlice: SliceReader) {
    this.readSlice = readSlice;
    this.cursor = new Cursor(text);
    this.flow = new FlowReader(this.cursor, bounds.maxDepth);
    this.bounds = bounds;
  }

  document(): YamlNode {
    const { cursor } = this;
    cursor.advance();
    if (cursor.done) throw new Hopeless();
    const root = this.map(cursor.indent, 1);
    if (!cursor.done || root.size > this.bounds.maxNodes || root.height > this.bounds.maxDepth) {
      throw new Uncommon();
    }
    return root;
  }

  private map(indent: number, depth: number): YamlNode {
    const { cursor } = this;
    if (depth > this.bounds.maxDepth) throw new Uncommon();
    const place = cursor.place(cursor.at);
    const entries: YamlEntry[] = [];
    // Most maps are so small that a set of their keys would cost more than it saves.
    let names: Set<string> | null = null;
    while (!cursor.done && cursor.indent === indent) {
      const entry = this.entry(indent, depth);
      // A doubled key is a mistake, which the package's reader describes.
      const isDouble = names?.has(entry.key) ?? entries.some(({ key }) => key === entry.key);
      if (isDouble) throw new Hopeless();
      entries.push(entry);
      names?.add(entry.key);
      if (entries.length === SMALL_MAP) names = new Set(entries.map(({ key }) => key));
    }
    if (!cursor.done && cursor.indent > indent) throw new Uncommon();
    return mapNode(entries, place);
  }

  private entry(indent: number, depth: number): YamlEntry {
    const { lineStart, line, at } = this.cursor;
    const { key, end } = this.key();
    const column = at - lineStart + 1;
    let value: YamlNode | null = null;
    try {
      value = this.value(end + 1, indent, depth + 1);
    } catch (error) {
      if (!(error instanceof Uncommon) || error instanceof Hopeless) throw error;
    }
    if (value === null) {
      this.cursor.returnTo(lineStart, line);
      value = moved(this.sliced(indent), line - 1);
    }
    return { key, line, column, value };
  }

  /** The value of an entry of another shape. Its lines reach to the next that is not indented deeper than its key. */
  private sliced(indent: number): YamlNode {
    const { cursor } = this;
    const start = cursor.lineStart;
    do cursor.advance();
    while (!cursor.done && (cursor.indent > indent || (cursor.indent === indent && cursor.isDash())));
    const root = this.readSlice(cursor.text.slice(start, cursor.lineStart));
    const value = root?.kind === 'map' && root.entries.length === 1 ? root.entries[0]?.value : undefined;
    if (value === undefined) throw new Hopeless();
    return value;
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
      if (text[end] !== ':') throw new Hopeless();
    } else {
      KEY.lastIndex = at;
      key = KEY.exec(text)?.[0] ?? '';
      end = at + key.length;
      // Long digits come with a warning.
      if (key === '' || /^\d{16}/.test(key)) throw new Hopeless();
    }
    if (end - at > MAX_KEY) throw new Hopeless();
    return { key, end };
  }

  /** The value behind a colon that ends at `from`, of a key at column `indent`. */
  private value(from: number, indent: number, depth: number): YamlNode {
    const { cursor } = this;
    const start = cursor.skipSpaces(from);
    if (!cursor.endsAt(start, from)) {
      if (start === from) throw new Uncommon();
      const node = this.inline(start, depth);
      cursor.advance();
      if (!cursor.done && cursor.indent > indent) throw new Uncommon();
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

  /** `- item` lines, of items on one line each. */
  private list(indent: number, depth: number): YamlNode {
    const { cursor } = this;
    const place = cursor.place(cursor.at);
    const items: YamlNode[] = [];
    while (!cursor.done && cursor.indent === indent && cursor.isDash()) {
      const start = cursor.skipSpaces(cursor.at + 1);
      if (cursor.endsAt(start, cursor.at + 1)) throw new Uncommon();
      items.push(this.inline(start, depth + 1));
      cursor.advance();
    }
    if (!cursor.done && cursor.indent > indent) throw new Uncommon();
    return listNode(items, place);
  }

  private inline(start: number, depth: number): YamlNode {
    const { cursor } = this;
    const { text } = cursor;
    const place: Place = cursor.place(start);
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
    const source = comment < 0 ? line : line.slice(0, comment).trimEnd();
    if (!isPlainText(source)) throw new Uncommon();
    return leaf(plainScalar(source), source, place);
  }
}
