/** Finds the lines of each entry of one section of a text. */

/** Whole lines of a text that begin with the key of an entry and reach to the next one's. */
export interface EntryLines {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Number of the first line, from 1. */
  readonly line: number;
  /** Line ends in the lines. */
  readonly lineEnds: number;
}

/** Where a section begins: a map in block style under a key at the left margin. */
export interface SectionHead {
  /** Offset after the line of the section's key. */
  readonly end: number;
  /** Number of that line, from 1. */
  readonly line: number;
}

/** Stands for the reader at the key of an entry: says that all from there on is known already. */
export type Joins = (start: number, indent: number) => boolean;

/** What was found between the beginning of the scan and its end. */
export interface FoundLines {
  readonly entries: readonly EntryLines[];
  /** Columns before the keys; 0 when there is none. */
  readonly indent: number;
  /** The key at which the scan ended because all from there on is known; null at the end of the section. */
  readonly joined: { readonly start: number; readonly line: number } | null;
}

const SPACE = 32;
const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const HASH = 35;
const DASH = 45;

/** How the key of an entry begins; what else may begin an entry is not usual. */
const KEY_START = /["'A-Za-z0-9_]/;

/**
 * Look for a section.
 * @param section key of letters
 * @returns null when there is none, or one that is written in another way
 */
export function findSection(text: string, section: string): SectionHead | null {
  const found = new RegExp(`^${section}:(?: *| +#.*)\\r?\\n`, 'm').exec(text);
  if (found === null) return null;
  const before = text.slice(0, found.index);
  // A directive may change what everything after it means.
  if (/^%/m.test(before)) return null;
  return { end: found.index + found[0].length, line: before.split('\n').length };
}

/**
 * Look for the lines of entries. They are told apart by indentation alone: whether each is an entry indeed is for the
 * caller to see.
 * @param from where to begin: below the head of the section, or at the key of an entry
 * @returns null when the section is written in an unusual way
 */
export function findEntryLines(
  text: string,
  from: { readonly start: number; readonly line: number },
  joins: Joins,
): FoundLines | null {
  const scan = new Scan(text, from, joins);
  while (scan.next()) {
    if (!scan.take()) return null;
  }
  const { entries, indent, joined } = scan;
  return { entries, indent, joined };
}

/** Walks down the lines of a section. */
class Scan {
  readonly entries: EntryLines[] = [];
  indent = 0;
  joined: FoundLines['joined'] = null;
  private readonly text: string;
  private readonly joins: Joins;
  /** The line it stands on: its beginning, its first character that is no space, its number; and where the next is. */
  private start = 0;
  private at = 0;
  private line: number;
  private after: number;
  /** The entry that is being read. */
  private entry: { readonly start: number; readonly line: number } | null = null;

  constructor(text: string, from: { readonly start: number; readonly line: number }, joins: Joins) {
    this.text = text;
    this.joins = joins;
    this.after = from.start;
    this.line = from.line - 1;
  }

  /** Go to the next line with content; false at the end. */
  next(): boolean {
    const { text } = this;
    while (this.after < text.length && this.joined === null) {
      this.start = this.after;
      this.line++;
      const newline = text.indexOf('\n', this.start);
      this.after = newline < 0 ? text.length : newline + 1;
      this.at = this.start;
      while (text.charCodeAt(this.at) === SPACE) this.at++;
      const first = text.charCodeAt(this.at);
      if (first === NEWLINE || first === RETURN || first === HASH || this.at === text.length) continue;
      if (this.at > this.start || first === TAB) return true;
      this.close(this.start, this.line);
      return false;
    }
    this.close(text.length, this.line + 1);
    return false;
  }

  /** Count the line to its entry; false when it fits to none. */
  take(): boolean {
    const { text, at, start, line } = this;
    const indent = at - start;
    const first = text.charCodeAt(at);
    if (first === TAB) return false;
    if (this.indent === 0) this.indent = indent;
    if (indent !== this.indent) return indent > this.indent;
    // A list may stand in the column of its key.
    if (first === DASH) return this.entry !== null;
    this.close(start, line);
    if (this.joins(start, indent)) {
      this.joined = { start, line };
      return true;
    }
    this.entry = { start, line };
    return KEY_START.test(text[at] ?? '');
  }

  private close(end: number, nextLine: number): void {
    if (this.entry === null) return;
    const { start, line } = this.entry;
    const lines = nextLine - line;
    const isEnded = this.text.charCodeAt(end - 1) === NEWLINE;
    this.entries.push({ start, end, line, lineEnds: isEnded ? lines : lines - 1 });
    this.entry = null;
  }
}
