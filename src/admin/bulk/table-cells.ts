/** Values as cells of a table: what people type into a spreadsheet, and what comes back as it was. */
import type { Setting, SettingKind } from '../../domain/setting.ts';
import { SETTINGS } from '../../domain/settings.ts';
import { isTag } from '../../domain/tags.ts';
import { ownValue, type PlainValue } from '../../platform/base/plain.ts';
import { PARAM_PREFIX, SETTING_NAMES } from '../bodies.ts';

/** Settings with a column of their own. */
const SETTING_COLUMNS: readonly string[] = SETTING_NAMES.filter(
  (name) => name !== 'params' && name !== 'name',
);

/** Columns that every export has. */
export const FIRST_COLUMNS: readonly string[] = ['key', 'name', 'screen', ...SETTING_COLUMNS];

/** Columns that an import passes over. */
export const REPORTED_COLUMNS = [
  'mac',
  'registration_code',
  'model',
  'firmware_version',
  'last_seen',
  'battery_voltage',
  'percent_charged',
  'rssi',
] as const;

/** True for a column that an import passes over. */
export function isReportedColumn(name: string): boolean {
  return REPORTED_COLUMNS.some((one) => one === name);
}

/** True for a column of a setting, or of a param. */
export function isSetColumn(name: string): boolean {
  return FIRST_COLUMNS.includes(name) || (name.startsWith(PARAM_PREFIX) && name.length > PARAM_PREFIX.length);
}

/** Tags have no commas, so their list needs no brackets. */
const TAGS = 'tags';

/** A cell that removes what is set. */
export const REMOVING_CELL = 'null';

/** What spreadsheets run as a formula, also in the full-width forms of East Asia; apostrophes before it take it back. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const TEXT_KINDS: ReadonlySet<SettingKind> = new Set([
  'screen',
  'line',
  'panel',
  'algorithm',
  'colours',
  'word',
]);

/** True for settings that are texts, whatever they look like: a name may be `12`. */
function isTextColumn(name: string): boolean {
  const row = ownValue<Setting>(SETTINGS, name);
  return name === 'key' || (row !== undefined && TEXT_KINDS.has(row.kind));
}

/** The cell of a value; empty where there is none. Texts that would be read as something else are written as JSON. */
export function cellOf(column: string, value: PlainValue | undefined): string {
  if (value === undefined) return '';
  return harmless(plainCell(column, value));
}

function plainCell(column: string, value: PlainValue): string {
  if (column === TAGS && isTagList(value)) return value.join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  const isOther = value === '' || readText(column, value) !== value;
  return isOther || value === REMOVING_CELL ? JSON.stringify(value) : value;
}

/** The value of a cell that is neither empty nor `null`. */
export function valueOfCell(column: string, cell: string): PlainValue {
  return readText(column, textOfCell(cell));
}

function isTagList(value: PlainValue): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((tag) => typeof tag === 'string' && isTag(tag))
  );
}

/** A cell as it was before it was made harmless. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function readText(column: string, text: string): PlainValue {
  if (column === TAGS && !text.startsWith('[')) return text.split(',').map((tag) => tag.trim());
  if (isTextColumn(column) && !text.startsWith('"')) return text;
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A cell that no spreadsheet runs: with an apostrophe before it, which the import takes away. */
function harmless(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** A cell of what devices say of themselves, which is not imported: without all that could end a cell or begin a formula. */
export function reportedCell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  return harmless(value.replaceAll(/[\s;,|"]+/g, ' ').trim());
}
