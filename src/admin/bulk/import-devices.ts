/** `POST /api/admin/devices/import`: makes the entries of the config what a file says, all of them or none. */

import { isDefaultKey } from '../../domain/mapping.ts';
import type { FieldProblem } from '../../platform/base/errors.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { mainTurns, type Slices } from '../../platform/base/turns.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { createDeviceBody, type DeviceSettings, updateDeviceBody } from '../bodies.ts';
import { changeConfig } from '../config-text/change-config.ts';
import { type Lookups, newEntry, withScreenHints } from '../devices/check-device.ts';
import { screenByTags, screenMissing } from '../devices/effective-mapping.ts';
import { type FoundEntry, lookUpDevice, parseDeviceKey } from '../devices/find-device.ts';
import { planUpdate } from '../devices/update-entry.ts';
import { missingOfNew, writtenKey } from '../devices/write-device.ts';
import { readBodyFields } from '../read-fields.ts';
import {
  answerBulk,
  type BulkAnswer,
  type BulkProblem,
  type PlannedBulk,
  type PlannedEntry,
  writtenEntries,
} from './bulk-answer.ts';
import { rememberedLookups, unknownCodes } from './bulk-lookups.ts';
import type { ImportedRows, ImportRow } from './import-table.ts';
import { rowChange } from './row-change.ts';

export const IMPORT_MODES = ['merge', 'replace'] as const;

export interface ImportRequest {
  /** `replace` removes what the file does not have: devices, but not `DEFAULT`, and settings. */
  readonly mode: (typeof IMPORT_MODES)[number];
  readonly dryRun: boolean;
  /** True for registration codes that no device has shown yet. */
  readonly expected: boolean;
}

/** What a plan looks at. */
interface Plan {
  readonly request: ImportRequest;
  readonly lookups: Lookups;
  readonly registry: AdminApi['registry'];
  readonly written: ReadonlyMap<string, PlainObject>;
  readonly unknown: ReadonlySet<string>;
}

/**
 * Import devices with one edit of the config.
 * @throws {AppError} invalid_body with every problem, and what stops a write
 */
export async function importDevices(
  api: AdminApi,
  call: AdminCall,
  rows: ImportedRows,
  request: ImportRequest,
): Promise<BulkAnswer> {
  const keys = rows.ok && !request.expected ? rows.value.map(({ key }) => key) : [];
  const unknown = await unknownCodes(api, keys);
  const answer = await changeConfig(api, call, ({ snapshot, raw }) => {
    const lookups = rememberedLookups({ config: snapshot, catalogue: api.catalogue });
    const written = writtenEntries(raw);
    const plan = { request, lookups, registry: api.registry, written, unknown };
    return mainTurns.do('answers', planImport(rows, plan));
  });
  const { selected, created, changed, removed, dry_run: dryRun } = answer;
  call.log.info(
    { selected, created, changed, removed, dryRun, mode: request.mode },
    'admin: devices imported',
  );
  return answer;
}

function* planImport(rows: ImportedRows, plan: Plan): ReturnType<typeof answerBulk> {
  const planned = rows.ok ? yield* planRows(rows.value, plan) : { entries: [], problems: rows.error };
  return yield* answerBulk(planned, plan.request.dryRun);
}

function* planRows(rows: readonly ImportRow[], plan: Plan): Slices<PlannedBulk> {
  const entries = new Map<string, PlannedEntry>();
  const lines = new Map<string, ImportRow>();
  const problems: BulkProblem[] = [];
  for (const row of rows) {
    const { key, found } = deviceOf(row, plan);
    const before = lines.get(key);
    if (before !== undefined) problems.push(...doubled(row, before));
    lines.set(key, row);
    const planned = found === null ? planNew(row, key, plan) : planKnown(row, found, plan);
    if ('edits' in planned) entries.set(key, planned);
    else problems.push(...problemsOfRow(row, planned));
    yield;
  }
  const gone = plan.request.mode === 'replace' ? notIn(lines, plan) : [];
  return { entries: [...entries.values(), ...gone], problems };
}

function deviceOf(
  row: ImportRow,
  { lookups, registry }: Plan,
): { readonly key: string; readonly found: FoundEntry | null } {
  const asked = parseDeviceKey(row.key);
  const known = asked === null ? null : lookUpDevice(lookups.config, registry, asked);
  const mapping = known?.mapping ?? null;
  const record = known?.record ?? null;
  if (mapping !== null) return { key: mapping.key, found: { mapping, record } };
  return { key: asked === null ? row.key : writtenKey(asked, row.key), found: null };
}

function planNew(row: ImportRow, key: string, plan: Plan): PlannedEntry | readonly FieldProblem[] {
  const { set } = rowChange(row, null, plan);
  const body: Readonly<Record<string, PlainValue>> = { ...set, key: row.key };
  const { fields, problems } = readBodyFields(createDeviceBody, body);
  const { key: _, screen, expected: __, ...settings } = fields;
  const malformed = [...withScreenHints(problems, body, plan.lookups), ...unshown(key, plan)];
  const missing = missingOfNew(plan.lookups.config, plan.registry, parseDeviceKey(row.key), row.key);
  const entry = newEntry(screen, settings as DeviceSettings, malformed, plan.lookups, missing);
  if (!entry.ok) return entry.error;
  return { key, before: null, edits: [{ kind: 'set', path: ['devices', key], value: entry.value }] };
}

function unshown(key: string, { unknown }: Plan): readonly FieldProblem[] {
  if (!unknown.has(key)) return [];
  const message =
    'key: no device has shown this code; with ?expected=true it gets an entry before its first call';
  return [{ field: 'key', message }];
}

function planKnown(row: ImportRow, found: FoundEntry, plan: Plan): PlannedEntry | readonly FieldProblem[] {
  const { mapping } = found;
  const { key } = mapping;
  const before = plan.written.get(key) ?? {};
  const { set, clear } = rowChange(row, before, plan);
  if (Object.keys(set).length === 0 && clear.length === 0) return { key, before, edits: [] };
  const body = { ...set, ...(clear.length > 0 ? { clear } : {}) };
  const at = ['devices', key];
  const shown = screenByTags(plan.lookups.config, found);
  const missing = screenMissing(plan.lookups.config, key, found.record);
  const entryBefore = { mapping, shown, missing, at, written: before };
  const planned = planUpdate(updateDeviceBody, body, entryBefore, plan.lookups);
  return planned.ok ? { key, before, edits: planned.value.edits } : planned.error.problems;
}

function notIn(named: ReadonlyMap<string, unknown>, { lookups, written }: Plan): readonly PlannedEntry[] {
  return [...lookups.config.devices.values()]
    .filter(({ key }) => !named.has(key) && !isDefaultKey(key))
    .map(({ key }) => ({
      key,
      before: written.get(key) ?? null,
      edits: [{ kind: 'remove', path: ['devices', key] }],
    }));
}

function doubled(row: ImportRow, before: ImportRow): readonly BulkProblem[] {
  const place = before.line === null ? 'before' : `in line ${before.line}`;
  return problemsOfRow(row, [{ field: 'key', message: `key: this device stands ${place} already` }]);
}

function problemsOfRow({ line, key }: ImportRow, problems: readonly FieldProblem[]): readonly BulkProblem[] {
  return problems.map((problem) => ({ device: key.slice(0, 60), line, ...problem }));
}
