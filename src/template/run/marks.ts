/** Remembers which piece of a written text came from where in which template. */
import type { Position } from '../../base/position.ts';

/** The start of a piece of text. It ends where the next one starts. */
export interface Mark {
  /** Offset in the text, in UTF-16 code units. */
  readonly start: number;
  /** Name of the template. */
  readonly file: string;
  /** Where the piece stands there; undefined where that is not known. */
  readonly place: Position | undefined;
  /** True for text of the template itself: its characters follow each other there as they do here. */
  readonly isVerbatim: boolean;
}

/** Finds the origins of characters of one text, fastest in the order of the text. */
export class OriginCursor {
  readonly #marks: readonly Mark[];
  readonly #text: string;
  /** The answer before, from which the next one is counted on. */
  #last: Mark | undefined;
  #lastIndex = -1;

  constructor(marks: readonly Mark[], text: string) {
    this.#marks = marks;
    this.#text = text;
  }

  /** Where the character at `offset` came from; undefined where that is not known. */
  at(offset: number): Mark | undefined {
    const index = firstAfter(this.#marks, offset) - 1;
    const mark = this.#marks[index];
    if (mark?.place === undefined) return undefined;
    const from =
      this.#lastIndex === index && this.#last !== undefined && this.#last.start <= offset ? this.#last : mark;
    if (!mark.isVerbatim || from.place === undefined) return { ...mark, start: offset };
    const origin = { ...mark, start: offset, place: advance(from.place, this.#text, from.start, offset) };
    this.#last = origin;
    this.#lastIndex = index;
    return origin;
  }
}

/** Index of the first mark behind `offset`. */
function firstAfter(marks: readonly Mark[], offset: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the character at `to` of a text whose character at `from` stands at `place`. */
export function advance(place: Position, text: string, from: number, to: number): Position {
  let { line } = place;
  let lineStart = from - (place.column - 1);
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: to - lineStart + 1 };
}

/** The marks of what is left of a text when `cut` characters are taken from its beginning. */
export function marksBehind(marks: readonly Mark[], text: string, cut: number): readonly Mark[] {
  if (cut === 0) return marks;
  const first = new OriginCursor(marks, text).at(cut);
  const others = marks.slice(firstAfter(marks, cut)).map((mark) => ({ ...mark, start: mark.start - cut }));
  return first === undefined ? others : [{ ...first, start: 0 }, ...others];
}

/**
 * The marks of a text that a filter made of another one. Line by line: a line of the result came from the next line of
 * the source with the same words; where there is none, from the line of the same number if both have as many lines.
 */
export function marksThrough(source: string, marks: readonly Mark[], result: string): readonly Mark[] {
  if (result === source) return marks;
  const before = linesOf(source);
  const after = linesOf(result);
  const origins = new OriginCursor(marks, source);
  const found: Mark[] = [];
  let next = 0;
  for (const [index, line] of after.entries()) {
    const same = findLine(before, line.words, next);
    if (same !== -1) next = same + 1;
    const from = before[same === -1 && before.length === after.length ? index : same];
    if (from !== undefined) found.push(...marksOfLine(marks, origins, from, line.start));
  }
  return found;
}

/** The marks of one line, moved to where it starts now. */
function marksOfLine(
  marks: readonly Mark[],
  origins: OriginCursor,
  from: Line,
  start: number,
): readonly Mark[] {
  const first = origins.at(from.start);
  const end = firstAfter(marks, from.end - 1);
  const inside = marks.slice(firstAfter(marks, from.start), end);
  const moved = inside.map((mark) => ({ ...mark, start: start + mark.start - from.start }));
  return first === undefined ? moved : [{ ...first, start }, ...moved];
}

interface Line {
  /** Offset of its first character that is no white space. */
  readonly start: number;
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

/** How far ahead a line is looked for: filters drop lines at the ends, rarely in between. */
const REACH = 32;

function findLine(lines: readonly Line[], words: string, from: number): number {
  const end = Math.min(lines.length, from + REACH);
  for (let index = from; index < end; index++) if (lines[index]?.words === words) return index;
  return -1;
}
