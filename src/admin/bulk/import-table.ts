/** Reads the table or the list of an import: which devices, and what each row says of them. */

import { AppError } from '../../platform/base/errors.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { runAtOnce, type Slices } from '../../platform/base/turns.ts';
import { PARAM_PREFIX } from '../bodies.ts';
import { describeValue } from '../read-fields.ts';
import type { BulkProblem } from './bulk-answer.ts';
import { BULK_LIMITS } from './bulk-limits.ts';
import { readCsvRecords } from './csv-records.ts';
import { FIRST_COLUMNS, isReportedColumn, isSetColumn } from './table-cells.ts';

/** What one row says of a device. */
export interface ImportRow {
  /** In which it begins; null in JSON. */
  readonly line: number | null;
  readonly key: string;
  /** The cells by their columns; only a CSV has them. */
  readonly cells: ReadonlyMap<string, string> | null;
  /** The values by the same names; only JSON has them. */
  readonly values: ReadonlyMap<string, PlainValue> | null;
}

export type ImportedRows = Result<readonly ImportRow[], readonly BulkProblem[]>;

const DELIMITERS = [',', ';', '\t'];

/** Some spreadsheets say their separator in a line before the first. */
const SEPARATOR_LINE = /^sep=([,;\t])(?:\r\n|\n|\r)/i;

/** Read a CSV: with a header, and `,`, `;` or tab between cells, whichever the header has most of. */
export function readCsv(text: string): ImportedRows {
  return runAtOnce(readCsvInSlices(text));
}

/** The same in slices. */
export function* readCsvInSlices(text: string): Slices<ImportedRows> {
  const marked = text.replace(/^\ufeff/, '');
  const said = SEPARATOR_LINE.exec(marked);
  const body = said === null ? marked : marked.slice(said[0].length);
  const skipped = said === null ? 0 : 1;
  const table = yield* readCsvRecords(body, said?.[1] ?? mostUsed(body));
  if (!table.ok) {
    const { line, reason } = table.error;
    return err([problemAt(line === null ? null : line + skipped, 'CSV', reason)]);
  }
  const [header, ...rows] = table.value;
  if (header === undefined)
    return err([problemAt(1, 'key', 'expected a header with the names of columns, got nothing')]);
  const columns = header.cells.map((name) => name.trim());
  const wrong = columnProblems(columns, header.line + skipped);
  if (wrong.length > 0) return err(wrong);
  const problems: BulkProblem[] = [];
  const read: ImportRow[] = [];
  for (const { cells, line } of rows) {
    if (cells.some((cell) => cell.trim() !== ''))
      read.push(readRow(cells, columns, line + skipped, problems));
    yield;
  }
  return problems.length > 0 ? err(problems) : bounded(read);
}

/**
 * Read what the export writes as JSON, in slices; its list alone will do.
 * @throws {AppError} invalid_body for what has no list of devices: there is nothing in it that a dry run could tell of
 */
export function* readJsonRows(body: PlainValue): Slices<ImportedRows> {
  const devices = isPlainObject(body) ? body['devices'] : body;
  const others = isPlainObject(body) ? Object.keys(body).filter((name) => name !== 'devices') : [];
  if (!Array.isArray(devices) || others.length > 0) {
    const message = 'devices: expected a list of devices, or a map with nothing but a list of `devices`';
    throw new AppError('invalid_body', { problems: [{ field: 'devices', message }] });
  }
  const problems: BulkProblem[] = [];
  const rows: ImportRow[] = [];
  for (const device of devices as readonly PlainValue[]) {
    rows.push(readDevice(device, rows.length, problems));
    yield;
  }
  return problems.length > 0 ? err(problems) : bounded(rows);
}

function bounded(rows: readonly ImportRow[]): ImportedRows {
  if (rows.length > 0 && rows.length <= BULK_LIMITS.devices) return ok(rows);
  const message = `expected 1 to ${BULK_LIMITS.devices} devices, got ${rows.length}`;
  return err([problemAt(null, 'key', message)]);
}

function problemAt(
  line: number | null,
  field: string,
  message: string,
  device: string | null = null,
): BulkProblem {
  return { device, line, field, message: `${field}: ${message}` };
}

/** Characters of a header in which its separator is looked for. */
const HEADER_CHARACTERS = 65_536;

/** The separator in the first line, outside of quotation marks. */
function mostUsed(text: string): string {
  const end = text.search(/[\r\n]/);
  const first = text
    .slice(0, Math.min(end < 0 ? text.length : end, HEADER_CHARACTERS))
    .replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function columnProblems(columns: readonly string[], line: number): readonly BulkProblem[] {
  if (columns.length > BULK_LIMITS.columns) {
    const message = `expected at most ${BULK_LIMITS.columns} columns, got ${columns.length}`;
    return [problemAt(line, 'CSV', message)];
  }
  const problems = columns.flatMap((name, index): BulkProblem[] => {
    if (name !== '' && columns.indexOf(name) < index)
      return [problemAt(line, shown(name), 'expected this column once')];
    return name === '' || isSetColumn(name) || isReportedColumn(name)
      ? []
      : [unknownColumn(name, line, null)];
  });
  return columns.includes('key')
    ? problems
    : [problemAt(line, 'key', 'expected a column `key`, got none'), ...problems];
}

function unknownColumn(name: string, line: number | null, device: string | null): BulkProblem {
  const hint = didYouMean(name, FIRST_COLUMNS);
  const message = `there is no such setting${hint}; parameters are called ${PARAM_PREFIX}NAME`;
  return problemAt(line, shown(name), message, device);
}

function shown(name: string): string {
  return name.slice(0, 60);
}

function readRow(
  record: readonly string[],
  columns: readonly string[],
  line: number,
  problems: BulkProblem[],
): ImportRow {
  const cells = new Map<string, string>();
  for (const [index, cell] of record.entries()) {
    const column = columns[index] ?? '';
    if (column !== '') cells.set(column, cell);
    else if (cell.trim() !== '')
      problems.push(problemAt(line, 'CSV', `cell ${index + 1} has no column in the header`));
  }
  return { line, key: (cells.get('key') ?? '').trim(), cells, values: null };
}

function readDevice(device: PlainValue, index: number, problems: BulkProblem[]): ImportRow {
  const name = `devices[${index}]`;
  const values = new Map<string, PlainValue>();
  const fields: PlainObject = isPlainObject(device) ? device : {};
  const { key, params, ...settings } = fields;
  if (typeof key !== 'string') {
    const got = describeValue(key ?? null);
    problems.push(problemAt(null, 'key', `expected a device with a key, got ${got}`, name));
    return { line: null, key: '', cells: null, values };
  }
  for (const [field, value] of Object.entries(settings)) {
    if (isReportedColumn(field)) continue;
    if (FIRST_COLUMNS.includes(field)) values.set(field, value);
    else problems.push(unknownColumn(field, null, key.slice(0, 60)));
  }
  if (isPlainObject(params)) {
    for (const [param, value] of Object.entries(params)) values.set(PARAM_PREFIX + param, value);
  } else if (params !== undefined && params !== null) {
    problems.push(
      problemAt(null, 'params', `expected a map of parameters, got ${describeValue(params)}`, key),
    );
  }
  return { line: null, key: key.trim(), cells: null, values };
}
