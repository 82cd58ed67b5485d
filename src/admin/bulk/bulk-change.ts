/** `POST /api/admin/devices:bulk`: sets, clears, creates or removes the entries of many devices, all or none of them. */
import type { CurrentConfig } from '../../config/source/plan-changes.ts';
import { isDefaultKey } from '../../domain/mapping.ts';
import { distinctTags } from '../../domain/tags.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { inTurns, type LongWork, mainTurns } from '../../platform/base/turns.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { type DeviceSettings, updateDeviceBody } from '../bodies.ts';
import { changeConfig, changedNames } from '../config-text/change-config.ts';
import {
  checkSettings,
  findScreen,
  type Lookups,
  newEntry,
  withScreenHints,
} from '../devices/check-device.ts';
import { screenByTags, screenMissing } from '../devices/effective-mapping.ts';
import { planUpdate } from '../devices/update-entry.ts';
import { readBodyFields } from '../read-fields.ts';
import {
  answerBulk,
  type BulkAnswer,
  type BulkProblem,
  type PlannedBulk,
  type PlannedEntry,
  writtenEntries,
} from './bulk-answer.ts';
import { bulkFrame, bulkSettings } from './bulk-body.ts';
import { BULK_LIMITS } from './bulk-limits.ts';
import { rememberedLookups, unknownCodes } from './bulk-lookups.ts';
import { bulkProblem, type SelectedDevice, selectDevices } from './select-devices.ts';

/** A request whose fields are what they should be. */
interface BulkRequest {
  readonly select: PlainValue;
  readonly set: PlainObject;
  readonly clear: readonly string[];
  readonly tags: TagChange;
  readonly create: boolean;
  readonly remove: boolean;
  readonly dryRun: boolean;
}

/**
 * Change many devices with one edit of the config.
 * @throws {AppError} invalid_body with every problem, and what stops a write
 */
export async function bulkChange(api: AdminApi, call: AdminCall, body: PlainValue): Promise<BulkAnswer> {
  const unknown = await unknownCodes(api, namedKeys(body));
  const plan = async (turns: LongWork, { snapshot, raw }: CurrentConfig) => {
    const lookups = rememberedLookups({ config: snapshot, catalogue: api.catalogue });
    const request = readRequest(body, lookups);
    if (!request.ok) return request;
    const known = { written: writtenEntries(raw), unknown };
    const planned = await planBulk({ api, request: request.value, lookups, known, turns });
    return inTurns(turns, answerBulk(planned, request.value.dryRun));
  };
  const answer = await mainTurns.run(call.caller.name, (turns) =>
    changeConfig(api, call, (current) => plan(turns, current)),
  );
  const { selected, created, changed, removed, dry_run: dryRun } = answer;
  const fields = isPlainObject(body) ? changedNames(body['set'] ?? null) : [];
  call.log.info({ selected, created, changed, removed, dryRun, fields }, 'admin: many devices changed');
  return answer;
}

function namedKeys(body: PlainValue): readonly string[] {
  const select = isPlainObject(body) ? body['select'] : null;
  const isCreate = isPlainObject(body) && body['create'] === true && body['expected'] !== true;
  const keys = isCreate && isPlainObject(select) ? select['keys'] : null;
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string').slice(0, BULK_LIMITS.keys) : [];
}

function readRequest(body: PlainValue, lookups: Lookups): Result<BulkRequest, AppError> {
  const { fields, problems: malformed } = readBodyFields(bulkFrame, body);
  const { select, create = false, remove = false, dry_run: dryRun = false } = fields;
  const set = (fields.set ?? {}) as PlainObject;
  const clear = fields.clear ?? [];
  const tags: TagChange = { add: fields.add_tags ?? [], remove: fields.remove_tags ?? [] };
  const read = readBodyFields(bulkSettings, set);
  const inSet = [
    ...withScreenHints(read.problems, set, lookups),
    ...checkSettings(read.fields as DeviceSettings, lookups),
    ...missingScreen(set, lookups),
  ];
  const problems = [
    ...malformed,
    ...inSet.map(
      ({ field, message }): FieldProblem => ({ field: `set.${field}`, message: `set.${message}` }),
    ),
    ...contradictions({ set, clear, tags, create, remove }, malformed),
  ];
  if (problems.length > 0) return err(new AppError('invalid_body', { problems }));
  return ok({ select: select as PlainValue, set, clear, tags, create, remove, dryRun });
}

function missingScreen({ screen }: PlainObject, lookups: Lookups): readonly FieldProblem[] {
  if (typeof screen !== 'string' || !screen.includes('/')) return [];
  const found = findScreen(screen, lookups);
  return found.ok ? [] : [found.error];
}

function contradictions(
  { set, clear, tags, create, remove }: Omit<BulkRequest, 'select' | 'dryRun'>,
  malformed: readonly FieldProblem[],
): readonly FieldProblem[] {
  const isChange = Object.keys(set).length > 0 || clear.length > 0 || changesTags(tags);
  const say = (field: string, message: string): FieldProblem[] => [
    { field, message: `${field}: ${message}` },
  ];
  if (remove && (isChange || create))
    return say('remove', 'expected neither set, clear nor create, nor tags, beside it');
  const canBringScreen = set['screen'] !== undefined || set['tags'] !== undefined || tags.add.length > 0;
  if (create && !canBringScreen) return say('create', 'expected a screen in set');
  if (create && clear.length > 0) return say('clear', 'expected no clear beside create');
  if (!remove && !isChange && malformed.length === 0) {
    return say('set', 'expected settings in set or clear, or remove, got none');
  }
  return tagContradictions(tags, { set, clear });
}

interface Known {
  readonly written: ReadonlyMap<string, PlainObject>;
  /** Keys of the request that are codes which no device has shown. */
  readonly unknown: ReadonlySet<string>;
}

interface BulkPlan {
  readonly api: AdminApi;
  readonly request: BulkRequest;
  readonly lookups: Lookups;
  readonly known: Known;
  readonly turns: LongWork;
}

async function planBulk({ api, request, lookups, known, turns }: BulkPlan): Promise<PlannedBulk> {
  const fleet = { config: lookups.config, registry: api.registry };
  const found = await selectDevices(request.select, fleet, turns);
  if (!found.ok) return { entries: [], problems: found.error };
  const isNamed = isPlainObject(request.select) && Object.hasOwn(request.select, 'keys');
  // A selector means only devices with which the request can do something.
  const selected = found.value.filter(({ mapping }) => isNamed || request.create || mapping !== null);
  const tooMany = problemsOfSize(selected.length, request);
  if (tooMany.length > 0) return { entries: [], problems: tooMany };
  const entries: PlannedEntry[] = [];
  const problems: BulkProblem[] = [];
  for (const device of selected) {
    if (turns.isOver) await turns.next();
    const planned = planDevice(device, request, lookups, known);
    if ('edits' in planned) entries.push(planned);
    else problems.push(...planned);
  }
  return { entries, problems };
}

/** What is written for each device is written as often as there are devices. */
function problemsOfSize(count: number, { set }: BulkRequest): readonly BulkProblem[] {
  const { devices } = BULK_LIMITS;
  if (count > devices) return [bulkProblem('select', `expected at most ${devices} devices, got ${count}`)];
  const characters = count * JSON.stringify(set).length;
  const most = LIMITS.configFileBytes;
  if (characters <= most) return [];
  return [bulkProblem('set', `expected at most ${most} characters for all devices, got ${characters}`)];
}

function planDevice(
  device: SelectedDevice,
  request: BulkRequest,
  lookups: Lookups,
  { written, unknown }: Known,
): PlannedEntry | readonly BulkProblem[] {
  const { key, mapping } = device;
  const at = ['devices', key];
  const before = written.get(key) ?? null;
  if (request.remove) {
    if (isDefaultKey(key)) return [bulkProblem('remove', 'DEFAULT is reserved and cannot be removed', key)];
    return mapping === null
      ? noEntryFor(key, request)
      : { key, before, edits: [{ kind: 'remove', path: at }] };
  }
  if (mapping === null) return planNew(device, request, lookups, unknown);
  const { set, clear } = withTags(request.tags, mapping.tags ?? [], request);
  const body = { ...set, ...(clear.length > 0 ? { clear } : {}) };
  const { config } = lookups;
  const { record } = device;
  const shown = screenByTags(config, { mapping, record });
  const missing = screenMissing(config, mapping.key, record);
  const planned = planUpdate(
    updateDeviceBody,
    body,
    { mapping, shown, missing, at, written: before ?? {} },
    lookups,
  );
  return planned.ok ? { key, before, edits: planned.value.edits } : ofDevice(key, planned.error.problems);
}

function planNew(
  { key, record }: SelectedDevice,
  { set: wanted, tags, create, remove }: BulkRequest,
  lookups: Lookups,
  unknown: ReadonlySet<string>,
): PlannedEntry | readonly BulkProblem[] {
  if (!create) return noEntryFor(key, { remove });
  if (unknown.has(key)) {
    const message =
      'no device has shown this code; with "expected": true it gets an entry before its first call';
    return [bulkProblem('select.keys', message, key)];
  }
  const { set } = withTags(tags, [], { set: wanted, clear: [] });
  const { screen, ...settings } = set;
  const entry = newEntry(
    screen as string | undefined,
    settings as DeviceSettings,
    [],
    lookups,
    screenMissing(lookups.config, key, record),
  );
  if (!entry.ok) return ofDevice(key, entry.error);
  return { key, before: null, edits: [{ kind: 'set', path: ['devices', key], value: entry.value }] };
}

function noEntryFor(key: string, { remove }: Pick<BulkRequest, 'remove'>): readonly BulkProblem[] {
  const hint = remove ? '' : '; with "create": true it gets one';
  return [bulkProblem('select.keys', `the config has no entry for this device${hint}`, key)];
}

function ofDevice(device: string, problems: readonly FieldProblem[]): readonly BulkProblem[] {
  return problems.map((problem) => ({ device, line: null, ...problem }));
}

/** Upper and lower case are the same tag, as everywhere. */
interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What a request sets and removes, in the form of an update of one device. */
interface Settings {
  readonly set: PlainObject;
  readonly clear: readonly string[];
}

/** Tags that a change of many devices adds or takes away, so that each device keeps its others. */
function changesTags({ add, remove }: TagChange): boolean {
  return add.length > 0 || remove.length > 0;
}

/** What contradicts itself in a request that changes tags. */
function tagContradictions(change: TagChange, { set, clear }: Settings): readonly FieldProblem[] {
  if (!changesTags(change)) return [];
  const field = change.add.length > 0 ? 'add_tags' : 'remove_tags';
  if (set['tags'] !== undefined || clear.includes('tags')) {
    return [{ field, message: `${field}: expected no tags in set or clear beside it` }];
  }
  const added = new Set(change.add.map((tag) => tag.toLowerCase()));
  const both = change.remove.filter((tag) => added.has(tag.toLowerCase()));
  return both.map((tag) => ({
    field: 'remove_tags',
    message: `remove_tags: expected tags that add_tags does not have, got ${JSON.stringify(tag)} in both`,
  }));
}

/** The settings with the tags that a device has after the change. @param before the tags that it has */
function withTags(change: TagChange, before: readonly string[], settings: Settings): Settings {
  if (!changesTags(change)) return settings;
  const removed = new Set(change.remove.map((tag) => tag.toLowerCase()));
  const kept = before.filter((tag) => !removed.has(tag.toLowerCase()));
  const after = distinctTags([...kept, ...change.add]);
  const isSame = after.length === before.length && after.every((tag, place) => tag === before[place]);
  if (isSame) return settings;
  if (after.length === 0) return { ...settings, clear: [...settings.clear, 'tags'] };
  return { ...settings, set: { ...settings.set, tags: [...after] } };
}
