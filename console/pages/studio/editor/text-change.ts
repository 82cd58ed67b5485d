/** Turns places and texts of the server into those of the editor. */
import type { Diagnostic } from '@codemirror/lint';
import type { ChangeSpec, Text } from '@codemirror/state';
import type { Finding } from '../drawn-findings.ts';

/** The smallest change from one text to another, so that the cursor stays where it is. */
export function changeBetween(from: string, to: string): ChangeSpec {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

/** The position of a line and a column, which may both be beyond a text that was edited since. */
export function positionOf(doc: Text, line: number, column: number | null): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(found.from + Math.max((column ?? 1) - 1, 0), found.to);
}

/** A finding as the editor marks it: from its column, else from the first character of its line. */
export function diagnosticOf(doc: Text, { severity, line, column, message }: Finding): Diagnostic {
  const at = positionOf(doc, line ?? 1, column);
  const whole = doc.lineAt(at);
  const blank = whole.text.length - whole.text.trimStart().length;
  const from = column === null ? Math.min(whole.from + blank, whole.to) : at;
  const word = /^[\w.]+/.exec(whole.text.slice(from - whole.from))?.[0].length ?? 0;
  const to = line === null ? from : column === null ? whole.to : Math.min(from + Math.max(word, 1), whole.to);
  return { from, to, severity: severity === 'note' ? 'info' : severity, message };
}
