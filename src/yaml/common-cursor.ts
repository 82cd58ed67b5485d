/** Walks over the lines of a text that have content. */
import type { Place } from './node.ts';

/** A value is not of the usual shape, or wrong: the yaml package must read its entry. */
export class Uncommon extends Error {}

/** The entry cannot be read alone: the yaml package must read all of the text. */
export class Hopeless extends Uncommon {}

/** Patterns are matched within a line, and must not run out of stack on one. */
const MAX_LINE = 65_536;

const SPACE = 32;
const HASH = 35;
const DASH = 45;

/** Stands on a line with content; comments and blank lines are passed over. */
export class Cursor {
  readonly text: string;
  /** True after the last line. */
  done = false;
  /** Offset of the line's first character that is no space, and its column from 0. */
  at = 0;
  indent = 0;
  /** Offset after the line's last character that is no space. */
  end = 0;
  /** Offset of the line's first character. */
  lineStart = 0;
  /** Number of the line, from 1. */
  line = 0;
  private next = 0;
  private started = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Go to the next line with content. */
  advance(): void {
    while (this.next < this.text.length) {
      this.enterLine();
      if (this.at === this.end || this.text.charCodeAt(this.at) === HASH) continue;
      this.indent = this.at - this.lineStart;
      while (this.text.charCodeAt(this.end - 1) === SPACE) this.end--;
      if (this.indent === 0 && this.isMark()) continue;
      this.started = true;
      return;
    }
    this.lineStart = this.text.length;
    this.done = true;
  }

  /** Go back to a line. */
  returnTo(lineStart: number, line: number): void {
    this.next = lineStart;
    this.line = line - 1;
    this.done = false;
    this.advance();
  }

  private enterLine(): void {
    const newline = this.text.indexOf('\n', this.next);
    this.lineStart = this.next;
    this.end = newline < 0 ? this.text.length : newline;
    this.next = newline < 0 ? this.text.length : newline + 1;
    this.line++;
    if (this.end - this.lineStart > MAX_LINE) throw new Hopeless();
    if (this.end > this.lineStart && this.text[this.end - 1] === '\r') this.end--;
    this.at = this.skipSpaces(this.lineStart);
  }

  /** Line and column of an offset in the current line. */
  place(offset: number): Place {
    return { line: this.line, column: offset - this.lineStart + 1 };
  }

  /** Offset of the first character that is no space. */
  skipSpaces(from: number): number {
    let offset = from;
    while (this.text.charCodeAt(offset) === SPACE) offset++;
    return offset;
  }

  /** True when the line has no more content at `offset`; a comment needs a space before it, so it is not at `from`. */
  endsAt(offset: number, from: number): boolean {
    return offset >= this.end || (offset > from && this.text.charCodeAt(offset) === HASH);
  }

  /** Nothing but a comment may follow. */
  expectEnd(from: number): void {
    if (!this.endsAt(this.skipSpaces(from), from)) throw new Uncommon();
  }

  /** True on a line with an item of a list. */
  isDash(): boolean {
    return this.text.charCodeAt(this.at) === DASH && this.text.charCodeAt(this.at + 1) === SPACE;
  }

  /** `---` alone before all content is passed over; other marks and directives are not usual. */
  private isMark(): boolean {
    const first = this.text[this.at];
    if (first !== '-' && first !== '.' && first !== '%') return false;
    const mark = this.text.slice(this.at, this.end);
    if (mark === '---' && !this.started) {
      this.started = true;
      return true;
    }
    if (first === '%' || mark.startsWith('---') || mark.startsWith('...')) throw new Uncommon();
    return false;
  }
}
