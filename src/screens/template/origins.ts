/** Finds the place in a template that a place of the rendered text came from. */
import type { Problem } from '../../platform/base/failure.ts';
import type { Position } from '../../platform/base/position.ts';
import { advance, offsetOf } from './offsets.ts';
import { type Mark, piecesUpTo } from './run/marks.ts';

/** Where each piece of a rendered text came from, packed into one array so that it is cheap to send to another thread. */
export interface Origins {
  /** Names of the templates. */
  readonly files: readonly string[];
  /**
   * Five numbers a piece, in the order of the text: offset of its start in UTF-16 code units, index of its file, line and
   * column in that file (1-based; line 0 where they are not known), and 1 for text copied from the template, else 0.
   */
  readonly pieces: Uint32Array;
}

/** A place in a template. */
export interface Origin extends Position {
  readonly file: string;
}

/** Numbers for each piece. */
const STRIDE = 5;

/** Pack the marks of a text. */
export function packOrigins(marks: readonly Mark[]): Origins {
  const files: string[] = [];
  const pieces = new Uint32Array(marks.length * STRIDE);
  let lastFile = '';
  let fileIndex = -1;
  let at = 0;
  // A plain loop: this runs for every picture, over hundreds of marks.
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
    at += STRIDE;
  }
  return { files, pieces };
}

/** Where in its templates the character at a place of a rendered text came from; null where that is not known. */
export function originOf(origins: Origins, text: string, place: Position): Origin | null {
  const offset = offsetOf(text, place);
  const { files, pieces } = origins;
  const index = piecesUpTo(offset, pieces.length / STRIDE, (piece) => pieces[piece * STRIDE] ?? 0) - 1;
  if (index === -1) return null;
  const piece = pieces.subarray(index * STRIDE, (index + 1) * STRIDE);
  const [start = 0, fileIndex = 0, line = 0, column = 0, isVerbatim = 0] = piece;
  const file = files[fileIndex];
  if (line === 0 || file === undefined) return null;
  const at = { line, column };
  return { file, ...(isVerbatim === 1 ? advance(at, text, start, offset) : at) };
}

/**
 * Move a problem of a rendered text to the template that made it; a problem of another file or of unknown origin stays.
 * @param name  the file name by which problems refer to the text
 */
export function inTemplate<P extends Problem>(problem: P, name: string, text: string, origins: Origins): P {
  const { file, line, column = 1 } = problem;
  if (file !== name || line === undefined) return problem;
  const origin = originOf(origins, text, { line, column });
  return origin === null ? problem : { ...problem, ...origin };
}
