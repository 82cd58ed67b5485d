/** One rendering at work: what it has written, what it may still use, and where it is. */
import type { Problem } from '../../base/failure.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Position } from '../../base/position.ts';
import { dataError, limitError, type TemplateError } from '../template-error.ts';
import { SafeText } from '../values.ts';
import { type Mark, marksThrough } from './marks.ts';

/** Characters of text that cost as much as one step to read. */
const CHARS_PER_STEP = 16;
/** Comparisons of single characters that cost as much as one step. */
const COMPARES_PER_STEP = 256;
/** Steps between two moments at which the rendering may be held up: a few milliseconds. */
const STEPS_PER_PAUSE = 10_000;
/** Text is collected in pieces of about this length. */
const PIECE_CHARS = 16 * 1024;
/** Marks that one rendering keeps: honest boards have hundreds. Of what comes behind them the origin is not known. */
const MAX_MARKS = 10_000;
/** Beyond this many the rest is not worth reading. */
const MAX_WARNINGS = 20;

/**
 * Output and budgets of one rendering.
 * Steps bound the time, `left` bounds what is written, `textLeft` bounds text made on the way; all only ever fall.
 */
export class Run {
  /** End of what is being written: of the output, or of the text that is being captured. */
  #out = '';
  /** What comes before it, in pieces. */
  #pieces: string[] = [];
  /** Where all of it came from. */
  #marks: Mark[] = [];
  #marksLeft = MAX_MARKS;
  /** Characters written to it. */
  #written = 0;
  /** Position of the filter, test, function or operator at work, for its faults. */
  at: Position | undefined = undefined;
  /** Name of the template at work. */
  file: string;
  readonly #warnings = new Map<string, Problem>();
  #steps: number = LIMITS.templateSteps;
  #stepsAtPause: number = LIMITS.templateSteps - STEPS_PER_PAUSE;
  readonly #pause: (() => void) | undefined;
  /** Characters that may still be written to `out`; while capturing, it stands for `textLeft`. */
  #left: number = LIMITS.templateOutputBytes;
  /** Characters of intermediate text that may still be made. */
  #textLeft: number = LIMITS.templateTextBytes;
  #capturing = false;
  #depth = 0;
  /** Files that include or import each other, outermost first. */
  readonly #files: string[];

  /** @param pause  called again and again while the rendering works */
  constructor(file: string, pause?: () => void) {
    this.file = file;
    this.#files = [file];
    this.#pause = pause;
  }

  /** Write a text of the template that stands at `at`. */
  emitVerbatim(text: string): void {
    this.#mark(true);
    this.#write(text);
  }

  /** Write what a tag at `at` printed. */
  emit(text: string): void {
    this.#mark(false);
    this.#write(text);
  }

  /** Write markup that a tag at `at` printed, of which it may be known where it came from. */
  emitSafe({ text, marks }: SafeText): void {
    this.#mark(false);
    if (marks.length <= this.#marksLeft) {
      this.#marksLeft -= marks.length;
      for (const mark of marks) this.#marks.push({ ...mark, start: this.#written + mark.start });
    }
    this.#write(text);
  }

  #mark(isVerbatim: boolean): void {
    if (this.#marksLeft < 0) return;
    this.#marksLeft -= 1;
    const place = this.#marksLeft < 0 ? undefined : this.at;
    this.#marks.push({ start: this.#written, file: this.file, place, isVerbatim });
  }

  #write(text: string): void {
    this.#written += text.length;
    this.#left -= text.length;
    if (this.#left < 0)
      this.#overflow(this.#capturing ? LIMITS.templateTextBytes : LIMITS.templateOutputBytes);
    this.#out += text;
    if (this.#out.length > PIECE_CHARS) this.#flush();
  }

  /** All that has been written. */
  get text(): string {
    return this.#pieces.length === 0 ? this.#out : this.#pieces.join('') + this.#out;
  }

  /** Where the pieces of what has been written came from. */
  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** What a filter made of safe text, with the origins that its lines had before. */
  through(source: SafeText, result: SafeText): SafeText {
    const { text, marks } = source;
    if (marks.length === 0 || result === source || marks.length > this.#marksLeft) return result;
    this.scan(text.length + result.text.length);
    const kept = marksThrough(text, marks, result.text);
    this.#marksLeft -= kept.length;
    return new SafeText(result.text, kept);
  }

  /** Pay for work: a step is about the evaluation of one node. */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0)
      throw limitError(this.at, 'the template takes too many steps: does a loop run too often?');
    if (this.#steps > this.#stepsAtPause) return;
    this.#stepsAtPause = this.#steps - STEPS_PER_PAUSE;
    this.#pause?.();
  }

  /** Pay for text that is about to be made, in characters. Called before it exists. */
  grow(chars: number): void {
    if (this.#capturing) this.#left -= chars;
    else this.#textLeft -= chars;
    if ((this.#capturing ? this.#left : this.#textLeft) < 0) this.#overflow(LIMITS.templateTextBytes);
  }

  /** Pay for looking through text, in characters. */
  scan(chars: number): void {
    this.spend(Math.ceil(chars / CHARS_PER_STEP));
  }

  /** Pay for looking for a part of a text: the engine's search takes the product of both lengths at worst. */
  search(text: string, part: string): void {
    this.spend(Math.ceil(text.length / CHARS_PER_STEP + (text.length * part.length) / COMPARES_PER_STEP));
  }

  /** Run `write` and hand back what it has written instead of writing it. */
  capture(write: () => void): SafeText {
    const out = this.#out;
    const pieces = this.#pieces;
    const marks = this.#marks;
    const written = this.#written;
    const left = this.#left;
    const wasCapturing = this.#capturing;
    this.#out = '';
    this.#pieces = [];
    this.#marks = [];
    this.#written = 0;
    this.#left = this.#textLeft;
    this.#capturing = true;
    write();
    const captured = new SafeText(this.text, this.#marks);
    this.#textLeft = this.#left;
    this.#left = wasCapturing ? this.#textLeft : left;
    this.#capturing = wasCapturing;
    this.#out = out;
    this.#pieces = pieces;
    this.#marks = marks;
    this.#written = written;
    return captured;
  }

  /** Go into a macro or a block; `leave` comes out of it. */
  enter(place: Position): void {
    this.#depth += 1;
    if (this.#depth > LIMITS.templateDepth) throw limitError(place, this.#whyTooDeep());
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** Go into another file; `leaveFile` comes out of it. */
  enterFile(name: string, place: Position): void {
    this.#files.push(name);
    this.enter(place);
  }

  leaveFile(): void {
    this.#files.pop();
    this.leave();
  }

  /** Note what is wrong at a place of the file at work, but no reason to stop. Each place is named once. */
  warn(place: Position, message: string, level?: Problem['level']): void {
    const key = `${this.file}:${place.line}:${place.column}`;
    if (this.#warnings.size >= MAX_WARNINGS || this.#warnings.has(key)) return;
    const { line, column } = place;
    this.#warnings.set(key, {
      message,
      file: this.file,
      line,
      column,
      ...(level === undefined ? {} : { level }),
    });
  }

  get warnings(): readonly Problem[] {
    return [...this.#warnings.values()];
  }

  /** The fault to throw when what is at work cannot use its input. */
  error(message: string): TemplateError {
    return dataError(this.at, message);
  }

  /** The fault to throw when what is at work would use too much. */
  limit(message: string): TemplateError {
    return limitError(this.at, message);
  }

  /** The engine joins strings as trees, which weigh far more than their text; reading a character makes them flat. */
  #flush(): void {
    this.#out.charCodeAt(0);
    this.#pieces.push(this.#out);
    this.#out = '';
  }

  #whyTooDeep(): string {
    const last = this.#files.at(-1);
    const before = last === undefined ? -1 : this.#files.slice(0, -1).lastIndexOf(last);
    if (before !== -1) {
      return `'${last}' includes itself without end: ${this.#files.slice(before).join(' → ')}`;
    }
    return `includes, macros and blocks are nested more than ${LIMITS.templateDepth} deep`;
  }

  #overflow(limit: number): never {
    throw limitError(this.at, `the template makes more than ${Math.round(limit / 1024 / 1024)} MiB of text`);
  }
}
