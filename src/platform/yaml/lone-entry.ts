/**
 * An entry that was read without the text around it. Of a hundred thousand of them only the values are looked at, so they
 * alone are kept: the tree, with its place for each node, takes ten times their memory, and is made of the lines again
 * for the few entries that somebody edits or points at.
 */
import type { PlainValue } from '../base/plain.ts';
import { toPlain, type YamlEntry, type YamlNode } from './node.ts';

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
