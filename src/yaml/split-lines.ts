/** Splits a text into the entries of a section, and takes over those that stood in the text before it as well. */
import { commonPrefix, commonSuffix } from './common-ends.ts';
import { type EntryLines, findEntryLines, findSection, type SectionHead } from './entry-lines.ts';
import type { YamlEntry } from './node.ts';

/** What is made of an entry. */
export interface KeptEntry {
  readonly entry: YamlEntry;
}

/** The lines of an entry, and what was made of them; null when they cannot be read alone. */
export interface SplitLines<Kept extends KeptEntry> extends EntryLines {
  readonly kept: Kept | null;
}

/** A text, split. */
export interface Split<Kept extends KeptEntry> {
  readonly text: string;
  readonly head: SectionHead;
  /** All of the section, in the order of the text. */
  readonly lines: readonly SplitLines<Kept>[];
  /** Columns before the keys of the entries. */
  readonly indent: number;
  /** True when two of the entries that were read alone have the same key. */
  readonly isDoubled: boolean;
  /** Nodes in the entries that were read alone, and how many entries could not be. */
  readonly size: number;
  readonly left: number;
}

const NO_HEAD = { end: 0, line: 0 };

const NONE: Split<never> = {
  text: '',
  head: NO_HEAD,
  lines: [],
  indent: 0,
  isDoubled: false,
  size: 0,
  left: 0,
};

/**
 * Split a text.
 * @param last the split of the text before it
 * @param read makes something of the lines of an entry
 * @returns null when there is no such section, or one that is written in an unusual way
 */
export function splitLines<Kept extends KeptEntry>(
  text: string,
  section: string,
  last: Split<Kept> | null,
  read: (lines: string) => Kept | null,
): Split<Kept> | null {
  const old: Split<Kept> = last === null || last.isDoubled ? NONE : last;
  const prefix = commonPrefix(old.text, text);
  const before = linesWithin(old, prefix);
  // Where nothing is taken over from the beginning, the section is looked for.
  const head = before.length > 0 ? old.head : findSection(text, section);
  if (head === null) return null;
  const from = old.lines[before.length] ?? null;
  const tail = new Tail(old, text, prefix, before.length);
  const found = findEntryLines(
    text,
    before.length > 0 && from !== null ? from : { start: head.end, line: head.line + 1 },
    (start, indent) => indent === old.indent && tail.begins(start),
  );
  if (found === null) return null;
  const after = found.joined === null ? [] : tail.from(found.joined);
  const gone = old.lines.slice(before.length, old.lines.length - after.length);
  const known = new Map(gone.map(({ start, end, kept }) => [old.text.slice(start, end), kept]));
  const fresh = found.entries.map((entry) => {
    const own = text.slice(entry.start, entry.end);
    const kept = known.get(own);
    return { ...entry, kept: kept === undefined ? read(own) : kept };
  });
  const lines = [...before, ...fresh, ...after];
  return {
    text,
    head,
    lines,
    indent: found.indent,
    isDoubled: isDoubled(keysOf(fresh), new Set(keysOf(gone)), [before, after]),
    size: old.size + sizeOf(fresh) - sizeOf(gone),
    left: old.left + leftIn(fresh) - leftIn(gone),
  };
}

function keysOf(lines: readonly SplitLines<KeptEntry>[]): string[] {
  return lines.flatMap(({ kept }) => kept?.entry.key ?? []);
}

function sizeOf(lines: readonly SplitLines<KeptEntry>[]): number {
  return lines.reduce((sum, { kept }) => sum + (kept?.entry.value.size ?? 0), 0);
}

function leftIn(lines: readonly SplitLines<KeptEntry>[]): number {
  return lines.reduce((sum, { kept }) => (kept === null ? sum + 1 : sum), 0);
}

/** The first entries, as far as neither they nor where they end can be different. */
function linesWithin<Kept extends KeptEntry>(
  { lines }: Split<Kept>,
  prefix: number,
): readonly SplitLines<Kept>[] {
  const changed = lines.findIndex(({ end }) => end > prefix);
  // An entry ends where the next begins, so the last one that is the same may reach further now.
  return lines.slice(0, Math.max((changed < 0 ? lines.length : changed) - 1, 0));
}

/** The last entries of a text, which may stand at the end of the next text as well. */
class Tail<Kept extends KeptEntry> {
  private readonly lines: readonly SplitLines<Kept>[];
  private readonly moved: number;
  private index: number;

  constructor(old: Split<Kept>, text: string, prefix: number, first: number) {
    const most = Math.min(old.text.length, text.length) - prefix;
    const same = old.text.length - commonSuffix(old.text, text, most);
    // The end of the line before the first must be there still.
    const begin = old.lines.findIndex(({ start }, index) => index >= first && start > same);
    this.lines = old.lines;
    this.index = begin < 0 ? old.lines.length : begin;
    this.moved = text.length - old.text.length;
  }

  /** True when one of the entries begins at an offset of the next text. To be asked in ascending order. */
  begins(start: number): boolean {
    while (this.start < start) this.index++;
    return this.start === start;
  }

  /** All entries from the one that was asked for last. */
  from({ line }: { readonly line: number }): readonly SplitLines<Kept>[] {
    const rest = this.lines.slice(this.index);
    const lines = line - (rest[0]?.line ?? 0);
    const { moved } = this;
    if (lines === 0 && moved === 0) return rest;
    return rest.map((old) => ({
      start: old.start + moved,
      end: old.end + moved,
      line: old.line + lines,
      lineEnds: old.lineEnds,
      kept: old.kept,
    }));
  }

  private get start(): number {
    const lines = this.lines[this.index];
    return lines === undefined ? Number.POSITIVE_INFINITY : lines.start + this.moved;
  }
}

/** True when a key is there twice, or is new and another entry's as well. */
function isDoubled(
  keys: readonly string[],
  gone: ReadonlySet<string>,
  others: readonly (readonly SplitLines<KeptEntry>[])[],
): boolean {
  const fresh = new Set(keys);
  if (fresh.size < keys.length) return true;
  for (const key of gone) fresh.delete(key);
  if (fresh.size === 0) return false;
  return others.some((lines) => lines.some(({ kept }) => kept !== null && fresh.has(kept.entry.key)));
}
