/**
 * Reads the records of a CSV. What it has is counted before the parser makes anything of it, and the parser gets it in
 * pieces of whole rows, so that a large table is read in slices.
 */
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { Slices } from '../../platform/base/turns.ts';
import { TEXT_LIMITS } from '../../platform/yaml/text-limits.ts';

/** A row, and the line in which it begins. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** What is wrong, and where; null for the table as a whole. */
export interface CsvProblem {
  readonly line: number | null;
  readonly reason: string;
}

/** Characters of a piece: the parser takes a millisecond or two for so many, whatever they are. */
const PIECE = 4_096;

/** Characters of a cell between two looks at the clock. */
const STEP = 65_536;

const NOT_CLOSED = 'a quotation mark is not closed';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** A table that several programs have written has several of them. */
const ROW_ENDS = ['\r\n', '\n', '\r'];

/** Whole rows of a table. */
interface Piece {
  readonly text: string;
  /** In which each row begins that is no empty line. */
  readonly lines: readonly number[];
}

/** Read all rows that are not empty lines. */
export function* readCsvRecords(
  text: string,
  delimiter: string,
): Slices<Result<readonly CsvRecord[], CsvProblem>> {
  const pieces = yield* wholeRows(text, delimiter);
  if (!pieces.ok) return pieces;
  const records: CsvRecord[] = [];
  for (const piece of pieces.value) {
    const read = readPiece(piece, delimiter);
    if (!read.ok) return read;
    for (const record of read.value) records.push(record);
    yield;
  }
  return ok(records);
}

/** The text in pieces that end with a row. */
function* wholeRows(text: string, delimiter: string): Slices<Result<readonly Piece[], CsvProblem>> {
  const pieces: Piece[] = [];
  const counter = new CellCounter(text, delimiter);
  let start = 0;
  while (start < text.length) {
    const end = yield* counter.rowsUntil(start + PIECE);
    const { problem } = counter;
    if (problem !== null) return err({ line: null, reason: problem });
    pieces.push({ text: text.slice(start, end), lines: counter.takeLines() });
    start = end;
    yield;
  }
  return ok(pieces);
}

/** Goes through a table once, with nothing but its quotation marks in mind. */
class CellCounter {
  problem: string | null = null;
  readonly #text: string;
  readonly #delimiter: number;
  #at = 0;
  /** The line at which it is. */
  #line = 1;
  #lines: number[] = [];
  #rows = 0;
  #cells = 0;
  /** The text has ended within quotation marks. */
  #isOpen = false;

  constructor(text: string, delimiter: string) {
    this.#text = text;
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Go on to the end of the first row that reaches an offset. @returns where it ends */
  *rowsUntil(offset: number): Slices<number> {
    while (this.#at < this.#text.length && this.#at < offset && this.problem === null) yield* this.#row();
    return this.#at;
  }

  /** In which the rows begin that it has gone through since it was asked last. */
  takeLines(): readonly number[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  *#row(): Slices<void> {
    this.#rows++;
    if (this.#rows > TEXT_LIMITS.tableRows) {
      this.problem = `expected at most ${TEXT_LIMITS.tableRows} rows, got more`;
    }
    const from = this.#at;
    if (!isLineEnd(this.#text.charCodeAt(from))) this.#lines.push(this.#line);
    do yield* this.#cell();
    while (this.#text.charCodeAt(this.#at - 1) === this.#delimiter && this.problem === null);
    const most = TEXT_LIMITS.tableRowCharacters;
    if (this.#at - from <= most || this.problem !== null) return;
    this.problem = this.#isOpen ? NOT_CLOSED : `expected at most ${most} characters in a row, got more`;
  }

  /** Go behind a cell, and the delimiter or row end after it. */
  *#cell(): Slices<void> {
    this.#cells++;
    if (this.#cells > TEXT_LIMITS.tableCells) {
      this.problem = `expected at most ${TEXT_LIMITS.tableCells} cells, got more`;
      return;
    }
    if (this.#text.charCodeAt(this.#at) === QUOTE) this.#at = yield* this.#behindQuotes(this.#at + 1);
    const from = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      if ((this.#at - from) % STEP === STEP - 1) yield;
      const code = this.#text.charCodeAt(this.#at);
      if (code === this.#delimiter) break;
      if (!isLineEnd(code)) continue;
      this.#line++;
      this.#at += code === RETURN && this.#text.charCodeAt(this.#at + 1) === LINE_FEED ? 2 : 1;
      return;
    }
    this.#at++;
  }

  /** Behind the mark that ends a quoted cell; doubled ones are a part of it. */
  *#behindQuotes(from: number): Slices<number> {
    let at = from;
    let pause = from + STEP;
    for (; at < this.#text.length; at++) {
      if (at >= pause) {
        pause = at + STEP;
        yield;
      }
      const code = this.#text.charCodeAt(at);
      if (code === LINE_FEED || (code === RETURN && this.#text.charCodeAt(at + 1) !== LINE_FEED))
        this.#line++;
      if (code !== QUOTE) continue;
      if (this.#text.charCodeAt(at + 1) !== QUOTE) return at + 1;
      at++;
    }
    this.#isOpen = true;
    return at;
  }
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === RETURN;
}

function readPiece({ text, lines }: Piece, delimiter: string): Result<readonly CsvRecord[], CsvProblem> {
  const options = {
    delimiter,
    record_delimiter: ROW_ENDS,
    relax_column_count: true,
    skip_empty_lines: true,
  } as const;
  try {
    const parsed: readonly string[][] = parse(text, options);
    return ok(parsed.map((cells, row) => ({ line: lines[row] ?? 1, cells })));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? NOT_CLOSED
        : 'a quotation mark stands inside of a cell: expected cells with quotation marks in quotation marks, and each of them doubled';
    return err({ line: lines[Number(error['records'])] ?? null, reason });
  }
}
