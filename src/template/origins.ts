/** Leads from a place in the text that a template made back to the template. */
import type { Problem } from '../base/failure.ts';
import type { Position } from '../base/position.ts';
import { advance, type Mark } from './run/marks.ts';

/** Where each piece of a rendered text came from, packed so that it crosses threads at once. */
export interface Origins {
  /** Names of the templates. */
  readonly files: readonly string[];
  /**
   * Five numbers a piece, in the order of the text: offset of its start in UTF-16 code units, index of its file, line and
   * column there (1-based; line 0 where they are not known), and 1 for text of the template itself, else 0.
   */
  readonly pieces: Uint32Array;
}

/** A place in a template. */
export interface Origin extends Position {
  readonly file: string;
}

const NUMBERS = 5;

export function packOrigins(marks: readonly Mark[]): Origins {
  const files: string[] = [];
  const pieces = new Uint32Array(marks.length * NUMBERS);
  let lastFile = '';
  let fileIndex = -1;
  let at = 0;
  // Once a picture, and hundreds of marks: no array is made for each.
  for (const { start, file, place, isVerbatim } of marks) {
    if (file !== lastFile || fileIndex === -1) {
      fileIndex = files.indexOf(file);
      if (fileIndex === -1) fileIndex = files.push(file) - 1;
      lastFile = file;
    }
    pieces[at] = start;
    pieces[at + 1] = fileIndex;
    pieces[at + 2] = place === undefined ? 0 : place.line;
    pieces[at + 3] = place === undefined ? 0 : place.column;
    pieces[at + 4] = isVerbatim ? 1 : 0;
    at += NUMBERS;
  }
  return { files, pieces };
}

/** Where in its templates the character at a place of the rendered text came from; null where that is not known. */
export function originOf(origins: Origins, text: string, place: Position): Origin | null {
  const offset = offsetOf(text, place);
  const { files, pieces } = origins;
  let low = 0;
  let high = pieces.length / NUMBERS;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieces[middle * NUMBERS] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const [start = 0, fileIndex = 0, line = 0, column = 0, isVerbatim = 0] = pieces.subarray(
    (low - 1) * NUMBERS,
    low * NUMBERS,
  );
  const file = files[fileIndex];
  if (low === 0 || line === 0 || file === undefined) return null;
  const at = { line, column };
  return { file, ...(isVerbatim === 1 ? advance(at, text, start, offset) : at) };
}

/**
 * A problem of a rendered text as a problem of the templates that made it.
 * @param name  the file name that stands for the text in problems
 */
export function inTemplate<P extends Problem>(problem: P, name: string, text: string, origins: Origins): P {
  const { file, line, column = 1 } = problem;
  if (file !== name || line === undefined) return problem;
  const origin = originOf(origins, text, { line, column });
  return origin === null ? problem : { ...problem, ...origin };
}

/** Offset of a 1-based line and column; the end of the text for places behind it. */
export function offsetOf(text: string, { line, column }: Position): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}
