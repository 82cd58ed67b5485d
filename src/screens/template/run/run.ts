/** The state of one rendering: its output, its remaining budgets and its position. */
import type { Problem } from '../../../platform/base/failure.ts';
import { LIMITS } from '../../../platform/base/limits.ts';
import type { Position } from '../../../platform/base/position.ts';
import { dataError, limitError, type TemplateError } from '../template-error.ts';
import { SafeText } from '../values.ts';
import { type Mark, marksThrough } from './marks.ts';

/** Steps (nodes evaluated) of one template: 8 MiB of text needs far fewer. */
const TEMPLATE_STEPS = 5_000_000;
/** Nesting of includes, macros and blocks: real templates stay below 10. */
const TEMPLATE_DEPTH = 64;
/** Intermediate text of a template (captures, joins, replacements): four times its output. */
const TEMPLATE_TEXT_BYTES = 32 * 1024 * 1024;

/** Characters of text that can be read at the cost of one step. */
const CHARS_PER_STEP = 16;
/** Comparisons of single characters at the cost of one step. */
const COMPARES_PER_STEP = 256;
/** Steps between two calls of `pause`: a few milliseconds. */
const STEPS_PER_PAUSE = 10_000;
/** Length of the pieces in which output is collected, about. */
const PIECE_CHARS = 16 * 1024;
/** Marks that one rendering keeps (real screens have hundreds). The origin of output behind them is not known. */
const MAX_MARKS = 10_000;
/** Warnings that one rendering keeps. */
const MAX_WARNINGS = 20;

/**
 * Output and budgets of one rendering.
 * Three budgets, which are never refilled: steps limit the time, `left` the output, `textLeft` intermediate text.
 */
export class Run {
  /** End of the current text: of the output, or of the text that is being captured. */
  #out = '';
  /** The pieces of the current text before `out`. */
  #pieces: string[] = [];
  /** The origins of the current text. */
  #marks: Mark[] = [];
  #marksLeft = MAX_MARKS;
  /** Length of the current text in characters. */
  #written = 0;
  /** Position of the filter, test, function or operator that is being evaluated, for its errors. */
  at: Position | undefined = undefined;
  /** Name of the template that is being run. */
  file: string;
  readonly #warnings = new Map<string, Problem>();
  #steps: number = TEMPLATE_STEPS;
  #stepsAtPause: number = TEMPLATE_STEPS - STEPS_PER_PAUSE;
  readonly #pause: (() => void) | undefined;
  /** Characters that may still be written to `out`; while capturing, those of intermediate text. */
  #left: number = LIMITS.templateOutputBytes;
  /** Characters of intermediate text that may still be made; not up to date while capturing. */
  #textLeft: number = TEMPLATE_TEXT_BYTES;
  #capturing = false;
  #depth = 0;
  /** Files that include or import each other, outermost first. */
  readonly #files: string[];

  /**
   * @param file   name of the template
   * @param pause  called every few milliseconds; may block, or end the rendering by what it throws
   */
  constructor(file: string, pause?: () => void) {
    this.file = file;
    this.#files = [file];
    this.#pause = pause;
  }

  /** Write text of the template, which is at `at`. */
  emitVerbatim(text: string): void {
    this.#mark(true);
    this.#write(text);
  }

  /** Write the output of a tag at `at`. */
  emit(text: string): void {
    this.#mark(false);
    this.#write(text);
  }

  /** Write markup that a tag at `at` outputs, keeping the origins of its pieces. */
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
    if (this.#left < 0) this.#overflow(this.#capturing ? TEMPLATE_TEXT_BYTES : LIMITS.templateOutputBytes);
    this.#out += text;
    if (this.#out.length > PIECE_CHARS) this.#flush();
  }

  /** The output. */
  get text(): string {
    return this.#pieces.length === 0 ? this.#out : this.#pieces.join('') + this.#out;
  }

  /** The origins of the output. */
  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** A filter's safe result with the origins of the safe text that it was made of. */
  withOrigins(source: SafeText, result: SafeText): SafeText {
    const { text, marks } = source;
    if (marks.length === 0 || result === source) return result;
    this.scan(text.length + result.text.length);
    const kept = marksThrough(text, marks, result.text);
    if (kept.length > this.#marksLeft) return result;
    this.#marksLeft -= kept.length;
    return new SafeText(result.text, kept);
  }

  /** Pay for work. One step is about the evaluation of one node. */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0)
      throw limitError(this.at, 'the template takes too many steps: does a loop run too often?');
    if (this.#steps > this.#stepsAtPause) return;
    this.#stepsAtPause = this.#steps - STEPS_PER_PAUSE;
    this.#pause?.();
  }

  /** Pay for intermediate text, in characters, before it is made. */
  grow(chars: number): void {
    if (this.#capturing) this.#left -= chars;
    else this.#textLeft -= chars;
    if ((this.#capturing ? this.#left : this.#textLeft) < 0) this.#overflow(TEMPLATE_TEXT_BYTES);
  }

  /** Pay for reading text, in characters. */
  scan(chars: number): void {
    this.spend(Math.ceil(chars / CHARS_PER_STEP));
  }

  /** Pay for searching a part in a text: in the worst case JavaScript's search takes the product of both lengths. */
  search(text: string, part: string): void {
    this.spend(Math.ceil(text.length / CHARS_PER_STEP + (text.length * part.length) / COMPARES_PER_STEP));
  }

  /** Run `write` and return what it writes, without adding it to the output. */
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

  /** Enter a macro or a block, until `leave`. */
  enter(place: Position): void {
    this.#depth += 1;
    if (this.#depth > TEMPLATE_DEPTH) throw limitError(place, this.#whyTooDeep());
  }

  /** Leave the macro or block that was entered last. */
  leave(): void {
    this.#depth -= 1;
  }

  /** Enter another file, until `leaveFile`. */
  enterFile(name: string, place: Position): void {
    this.#files.push(name);
    this.enter(place);
  }

  /** Leave the file that was entered last. */
  leaveFile(): void {
    this.#files.pop();
    this.leave();
  }

  /** Record a warning about a place of the current file; only the first one for each place. */
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

  /** All warnings, in the order of their first appearance. */
  get warnings(): readonly Problem[] {
    return [...this.#warnings.values()];
  }

  /** An error at `at`: a filter, test, function or operator cannot use its input. */
  error(message: string): TemplateError {
    return dataError(this.at, message);
  }

  /** An error at `at`: a limit would be exceeded. */
  limit(message: string): TemplateError {
    return limitError(this.at, message);
  }

  /** V8 joins strings as trees, which need far more memory than their text. Reading a character makes them flat. */
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
    return `includes, macros and blocks are nested more than ${TEMPLATE_DEPTH} deep`;
  }

  #overflow(limit: number): never {
    throw limitError(this.at, `the template makes more than ${Math.round(limit / 1024 / 1024)} MiB of text`);
  }
}
