/** Finds the lines of each entry of one section of a text. */

/** Whole lines of a text, from the key of an entry to the key of the next one. */
export interface EntryLines {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Numbers, from 1, of the first line and of the line after the last. */
  readonly line: number;
  readonly endLine: number;
}

/** A section that is a map in block style under a key at the left margin. */
export interface SectionLines {
  /** Number of the line with the section's key. */
  readonly line: number;
  /** In the order of the text. */
  readonly entries: readonly EntryLines[];
}

/** How the key of an entry begins; entries that begin otherwise are unusual. */
const KEY_START = /["'A-Za-z0-9_]/;

const SPACE = 32;

/** First characters of lines without content. */
const BLANK = '\n\r#';

/**
 * Find the entries of a section. They are told apart by indentation alone: the caller has to check that each of them is
 * one entry.
 * @param section key of letters
 * @returns null when there is no such section, or when it is written in an unusual way
 */
export function findEntryLines(text: string, section: string): SectionLines | null {
  const head = new RegExp(`^${section}:(?: *| +#.*)\\r?\\n`, 'm').exec(text);
  if (head === null) return null;
  const before = text.slice(0, head.index);
  // A directive may change what everything after it means.
  if (/^%/m.test(before)) return null;
  const line = before.split('\n').length;
  const entries = entryLinesFrom(text, head.index + head[0].length, line + 1);
  return entries && { line, entries };
}

/** The entries below an offset, at which the line with a given number begins. */
function entryLinesFrom(text: string, from: number, firstLine: number): readonly EntryLines[] | null {
  const entries: EntryLines[] = [];
  let open: { readonly start: number; readonly line: number } | null = null;
  let keyIndent = 0;
  for (const { start, line, indent, first } of contentLines(text, from, firstLine)) {
    if (first === '\t') return null;
    keyIndent ||= indent;
    // A list may stand in the column of its key.
    if (indent > keyIndent || (indent === keyIndent && first === '-' && open !== null)) continue;
    if (open !== null) entries.push({ start: open.start, line: open.line, end: start, endLine: line });
    if (indent === 0) return entries;
    if (indent < keyIndent || !KEY_START.test(first)) return null;
    open = { start, line };
  }
  return entries;
}

interface ContentLine {
  /** Offset of the line, and its number. */
  readonly start: number;
  readonly line: number;
  /** Spaces at its beginning, and the character after them. */
  readonly indent: number;
  readonly first: string;
}

/** The lines that are neither blank nor comments; then the end of the text, as a line without indentation. */
function* contentLines(text: string, from: number, firstLine: number): Generator<ContentLine> {
  let [start, line] = [from, firstLine];
  for (; start < text.length; line++) {
    let at = start;
    while (text.charCodeAt(at) === SPACE) at++;
    const first = text[at] ?? '\n';
    if (!BLANK.includes(first)) yield { start, line, indent: at - start, first };
    start = text.indexOf('\n', at) + 1 || text.length;
  }
  yield { start, line, indent: 0, first: '' };
}
