/** What a row of an import changes of an entry. A cell that is as the export writes it changes nothing, whatever it looks like. */

import { samePlain } from '../../config/edit/model.ts';
import type { ParamField } from '../../domain/params.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { PARAM_PREFIX } from '../bodies.ts';
import { withoutMistaken } from '../config-text/config-view.ts';
import type { Lookups } from '../devices/check-device.ts';
import { valueInColumn } from './export-devices.ts';
import type { ImportRow } from './import-table.ts';
import { cellOf, FIRST_COLUMNS, isSetColumn, REMOVING_CELL, textOfCell, valueOfCell } from './table-cells.ts';

/** What a PATCH would set and clear. */
export interface RowChange {
  readonly set: PlainObject;
  readonly clear: readonly string[];
}

interface RowPlan {
  readonly request: { readonly mode: 'merge' | 'replace' };
  readonly lookups: Lookups;
}

/** Params with texts for values: a spreadsheet shows the room `214` as a number. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['string', 'url', 'color']);

/** @param entry what stands in the config; null for a new device */
export function rowChange(row: ImportRow, entry: PlainObject | null, plan: RowPlan): RowChange {
  const shown = withoutMistaken(entry ?? {});
  const before = isPlainObject(shown) ? shown : {};
  const given = row.values ?? readCells(row, before, plan.lookups);
  const isSame = ([column, value]: readonly [string, PlainValue]): boolean => {
    const old = valueInColumn(before, column);
    return old !== undefined && samePlain(old, value);
  };
  // Another screen gets all params of the row: those of the old one go.
  const isMoved = given.has('screen') && !isSame(['screen', given.get('screen') ?? null]);
  const rest = [...given].filter(([column]) => !isParam(column) && column !== 'screen');
  const inParams = [...given].filter(([column]) => isParam(column));
  const changed = [...rest, ...inParams].filter((one) => !isSame(one));
  const removed = changed.filter(
    ([column, value]) => value === null && valueInColumn(before, column) !== undefined,
  );
  const params = isMoved ? inParams : changed.filter(([column]) => isParam(column));
  const isReplace = plan.request.mode === 'replace';
  const hasParams = params.some(([, value]) => value !== null);
  return {
    set: {
      ...(isMoved ? { screen: given.get('screen') ?? null } : {}),
      ...withoutNulls(changed.filter(([column]) => !isParam(column))),
      ...(hasParams
        ? { params: withoutNulls(params.map(([column, value]) => [nameOf(column), value])) }
        : {}),
    },
    clear: [
      ...removed.map(([column]) => column).filter((column) => !(isMoved && isParam(column))),
      ...(isReplace ? leftOut(before, given, isMoved) : []),
    ],
  };
}

function isParam(column: string): boolean {
  return column.startsWith(PARAM_PREFIX);
}

function nameOf(column: string): string {
  return column.slice(PARAM_PREFIX.length);
}

function withoutNulls(entries: readonly (readonly [string, PlainValue])[]): PlainObject {
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/** What the entry has and the row does not. */
function leftOut(
  before: PlainObject,
  given: ReadonlyMap<string, unknown>,
  isMoved: boolean,
): readonly string[] {
  const settings = FIRST_COLUMNS.filter((name) => name !== 'screen' && Object.hasOwn(before, name));
  const own = Object.hasOwn(before, 'params') ? before['params'] : undefined;
  const params = isPlainObject(own) ? Object.keys(own).map((name) => PARAM_PREFIX + name) : [];
  const gone = params.filter((name) => !given.has(name));
  const left = settings.filter((name) => !given.has(name));
  const hasNone = params.length > 0 && ![...given.keys()].some(isParam);
  // All of them at once, without an empty map in their place. With another screen they go by themselves.
  if (hasNone) return [...left, 'params'];
  return isMoved ? left : [...left, ...gone];
}

/** The values of the cells that are not empty; null for what is to be removed. */
function readCells(
  { cells }: ImportRow,
  before: PlainObject,
  lookups: Lookups,
): ReadonlyMap<string, PlainValue> {
  const values = new Map<string, PlainValue>();
  const schema = paramSchema(cells?.get('screen') ?? '', before, lookups);
  for (const [column, cell] of cells ?? []) {
    if (cell === '' || column === 'key' || !isSetColumn(column)) continue;
    const old = valueInColumn(before, column);
    if (old !== undefined && cellOf(column, old) === cell) values.set(column, old);
    else values.set(column, cell === REMOVING_CELL ? null : newValue(column, cell, schema));
  }
  return values;
}

function newValue(column: string, cell: string, schema: ReadonlyMap<string, ParamField>): PlainValue {
  const value = valueOfCell(column, cell);
  const field = schema.get(column);
  if (field === undefined || typeof value === 'string') return value;
  const text = textOfCell(cell);
  if (TEXT_TYPES.has(field.type)) return text;
  return field.options?.find((option) => String(option.value) === text)?.value ?? value;
}

function paramSchema(
  named: string,
  before: PlainObject,
  { catalogue, config }: Lookups,
): ReadonlyMap<string, ParamField> {
  const ref = named === '' ? String(before['screen'] ?? '') : named;
  const found = catalogue.locate(ref, config);
  return new Map(found.ok ? found.value.params.map((field) => [PARAM_PREFIX + field.name, field]) : []);
}
