/** Records where in which template each piece of a written text stands. */

import type { Position } from '../../../platform/base/position.ts';
import { advance } from '../offsets.ts';

/** The start of a piece of text. The piece ends where the next one starts. */
export interface Mark {
  /** Offset in the text, in UTF-16 code units. */
  readonly start: number;
  /** Name of the template. */
  readonly file: string;
  /** Where the piece stands in the template; undefined where that is not known. */
  readonly place: Position | undefined;
  /** True for text copied from the template: a step of one character here is a step of one character there. */
  readonly isVerbatim: boolean;
}

/**
 * Number of pieces that start at or before an offset.
 * @param startOf  start of the piece with this index; ascending
 */
export function piecesUpTo(offset: number, count: number, startOf: (index: number) => number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startOf(middle) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function marksUpTo(offset: number, marks: readonly Mark[]): number {
  return piecesUpTo(offset, marks.length, (index) => marks[index]?.start ?? 0);
}

/** Finds the origins of characters of one text; fastest when they are asked for in the order of the text. */
class OriginCursor {
  readonly #marks: readonly Mark[];
  readonly #text: string;
  /** The previous result, from which lines are counted on. */
  #last: Mark | undefined;
  #lastIndex = -1;

  constructor(marks: readonly Mark[], text: string) {
    this.#marks = marks;
    this.#text = text;
  }

  /** A mark for the rest of the piece from `offset` on; undefined before the first piece. */
  at(offset: number): Mark | undefined {
    const index = marksUpTo(offset, this.#marks) - 1;
    const mark = this.#marks[index];
    if (mark === undefined) return undefined;
    const { start, place } = this.#nearestBefore(offset, index) ?? mark;
    if (!mark.isVerbatim || place === undefined) return { ...mark, start: offset };
    const origin = { ...mark, start: offset, place: advance(place, this.#text, start, offset) };
    this.#last = origin;
    this.#lastIndex = index;
    return origin;
  }

  #nearestBefore(offset: number, index: number): Mark | undefined {
    const last = this.#last;
    return this.#lastIndex === index && last !== undefined && last.start <= offset ? last : undefined;
  }
}

/** The marks of a text without its first `cut` characters. */
export function marksBehind(marks: readonly Mark[], text: string, cut: number): readonly Mark[] {
  if (cut === 0) return marks;
  const first = new OriginCursor(marks, text).at(cut);
  const others = marks.slice(marksUpTo(cut, marks)).map((mark) => ({ ...mark, start: mark.start - cut }));
  return first === undefined ? others : [{ ...first, start: 0 }, ...others];
}

/**
 * The marks of a text that a filter made of another one.
 * They are found line by line, since filters rarely join lines or change their order (see `sourceLines`).
 */
export function marksThrough(source: string, marks: readonly Mark[], result: string): readonly Mark[] {
  if (result === source) return marks;
  const lines = linesOf(result);
  const origins = new OriginCursor(marks, source);
  return sourceLines(linesOf(source), lines).flatMap((from, index) => {
    const line = lines[index];
    return from === undefined || line === undefined ? [] : marksOfLine(marks, origins, from, line);
  });
}

/** The marks of a line that was made of the line `from`. */
function marksOfLine(marks: readonly Mark[], origins: OriginCursor, from: Line, line: Line): readonly Mark[] {
  const first = origins.at(from.start);
  if (first === undefined) return [];
  const start = { ...first, start: line.start };
  // In a line of another length the offsets of the pieces are not known, so that all of it belongs to the first.
  if (line.words.length !== from.words.length) return [{ ...start, isVerbatim: false }];
  const shift = line.start - from.start;
  const inside = marks.slice(marksUpTo(from.start, marks), marksUpTo(from.end - 1, marks));
  return [start, ...inside.map((mark) => ({ ...mark, start: mark.start + shift }))];
}

interface Line {
  /** Offset of its first character that is no white space. */
  readonly start: number;
  /** Offset behind its last character that is no white space. */
  readonly end: number;
  readonly words: string;
}

function linesOf(text: string): Line[] {
  let offset = 0;
  return text.split('\n').map((line) => {
    const words = line.trim();
    const start = offset + line.indexOf(words);
    offset += line.length + 1;
    return { start, end: start + words.length, words };
  });
}

/** Lines of the source that are searched for a line of the result: filters drop few lines in a row. */
const MAX_LOOKAHEAD = 32;

/**
 * For each line of a filter's result the line of the source that it was made of: the line of the same number when both
 * texts have as many lines, else the next line with the same words, else the line behind the last one that was found.
 */
function sourceLines(before: readonly Line[], after: readonly Line[]): readonly (Line | undefined)[] {
  if (before.length === after.length) return before;
  let next = 0;
  return after.map(({ words }) => {
    const ahead = before.slice(next, next + MAX_LOOKAHEAD).findIndex((line) => line.words === words);
    const found = before[next + Math.max(ahead, 0)];
    if (ahead !== -1) next += ahead + 1;
    return found;
  });
}
