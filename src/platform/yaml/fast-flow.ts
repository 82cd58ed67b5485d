/** Reads maps and lists in flow style that end in the line in which they begin. */
import { type Cursor, NeedsPackage } from './fast-cursor.ts';
import { plainScalar, quotedScalar } from './fast-scalar.ts';
import { leaf, listNode, mapNode } from './make-node.ts';
import type { YamlEntry, YamlNode } from './node.ts';

/** Words of letters, digits and a few other characters, with spaces between them. */
const PLAIN = /[A-Za-z0-9_/.+-]+(?: +[A-Za-z0-9_/.+-]+)*/y;

interface Read {
  readonly node: YamlNode;
  /** Offset after it. */
  readonly end: number;
}

/** Reads in the current line of a cursor. */
export class FlowReader {
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
