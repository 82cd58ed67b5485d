/** Lines of a journal as text, one JSON array a line, so that they can be appended and cut without being parsed. */
import { JOURNALS, type JournalBounds, type JournalKind } from './kinds.ts';
import type { JournalLine } from './state.ts';
import { readJsonLine } from './unreadable.ts';
import { checkBytes } from './values.ts';

const NEWLINE = 10;

/** @throws {StateError} too_large */
export function writeLines(
  texts: readonly string[],
  nowMs: number,
  { lines, lineBytes }: JournalBounds,
): readonly string[] {
  for (const text of texts) checkBytes('a line', text, lineBytes);
  return texts.slice(-lines).map((text) => JSON.stringify([nowMs, text]));
}

/** Read lines, without those that are too old. */
export function freshLines(
  lines: readonly string[],
  nowMs: number,
  { ms }: JournalBounds,
): readonly JournalLine[] {
  return lines.flatMap((line) => {
    const read = readJsonLine(line);
    const [atMs, text] = Array.isArray(read) ? (read as unknown[]) : [];
    // A line that was damaged is left out, and the others are given.
    if (typeof atMs !== 'number' || typeof text !== 'string') return [];
    return nowMs - atMs > ms ? [] : [{ atMs, text }];
  });
}

/** Lines in one piece, each with its end; the oldest are dropped when there are too many or they are too large. */
export function appendLines(before: Buffer | null, lines: readonly string[], bounds: JournalBounds): Buffer {
  const added = Buffer.from(`${lines.join('\n')}\n`);
  return cut(before === null ? added : Buffer.concat([before, added]), bounds);
}

export function splitLines(bytes: Buffer | null): readonly string[] {
  return bytes === null ? [] : bytes.toString().split('\n').slice(0, -1);
}

/** How many lines there are, and how many of them are none. */
export function unreadLines(
  bytes: Buffer,
  kind: JournalKind,
): { readonly lines: number; readonly unread: number } {
  const lines = splitLines(bytes);
  const read = freshLines(lines, 0, JOURNALS[kind]);
  return { lines: lines.length, unread: lines.length - read.length };
}

function cut(bytes: Buffer, most: JournalBounds): Buffer {
  let start = bytes.length;
  let lines = 0;
  while (start > 0 && lines < most.lines) {
    // The end of the line before this one.
    const end = start < 2 ? -1 : bytes.lastIndexOf(NEWLINE, start - 2);
    if (bytes.length - (end + 1) > most.bytes && lines > 0) break;
    start = end + 1;
    lines++;
  }
  // A copy: a part would keep the whole in memory.
  return start === 0 ? bytes : Buffer.from(bytes.subarray(start));
}
