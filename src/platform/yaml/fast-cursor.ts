/** Walks over the lines of a text that have content. */
import type { Position } from '../base/position.ts';

/** A text has an unusual shape, or something is wrong with it: the yaml package has to read it. */
export class NeedsPackage extends Error {}

/** Longest line; patterns that match within a longer one could exhaust the stack. */
const MAX_LINE = 65_536;

/** Directives and document markers. */
const MARK = /^(?:%|---|\.\.\.)/;

const SPACE = 32;
const HASH = 35;
const DASH = 45;

/** Stands on a line with content; skips comments and blank lines. */
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
      if (this.indent === 0 && MARK.test(this.text.slice(this.at, this.end))) throw new NeedsPackage();
      return;
    }
    this.lineStart = this.text.length;
    this.done = true;
  }

  private enterLine(): void {
    const newline = this.text.indexOf('\n', this.next);
    this.lineStart = this.next;
    this.end = newline < 0 ? this.text.length : newline;
    this.next = newline < 0 ? this.text.length : newline + 1;
    this.line++;
    if (this.end - this.lineStart > MAX_LINE) throw new NeedsPackage();
    if (this.end > this.lineStart && this.text[this.end - 1] === '\r') this.end--;
    this.at = this.skipSpaces(this.lineStart);
  }

  /** Line and column of an offset in the current line. */
  place(offset: number): Position {
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
    if (!this.endsAt(this.skipSpaces(from), from)) throw new NeedsPackage();
  }

  /** True on a line with an item of a list. */
  isDash(): boolean {
    return this.text.charCodeAt(this.at) === DASH && this.text.charCodeAt(this.at + 1) === SPACE;
  }
}
