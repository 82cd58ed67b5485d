/** Plans the change of single settings of an entry, of a device or of a frame. */

import type { ConfigEdit } from '../../config/edit/model.ts';
import type { MappingEntry } from '../../domain/mapping.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import { defined, isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { PARAM_PREFIX, type updateDeviceBody } from '../bodies.ts';
import type { EntrySettingName, EntrySettings, updateFrameBody } from '../frames/frame-bodies.ts';
import { readBodyFields } from '../read-fields.ts';
import {
  checkDeviceParams,
  checkedOnce,
  checkSettings,
  findScreen,
  type Lookups,
  storedSettings,
  withScreenHints,
} from './check-device.ts';
import { checkSchedule } from './check-schedule.ts';
import type { SelectedBy } from './effective-mapping.ts';

/** A request without problems. */
interface Update {
  /** The screen of the request; undefined when it stays as it is. */
  readonly wanted: string | undefined;
  /** The one that is shown then; null where nobody names one. */
  readonly screen: string | null;
  readonly settings: EntrySettings;
  readonly clear: readonly EntrySettingName[];
  /** Names of params to remove. */
  readonly clearParams: readonly string[];
  /** All params that the entry will have; undefined when they stay as they are. */
  readonly params: PlainObject | undefined;
  /** True when the params of the request replace all earlier ones. */
  readonly replaceParams: boolean;
}

/** An entry as it is. */
export interface EntryBefore {
  readonly mapping: MappingEntry;
  /** The screen that an entry with these tags shows: its own, or that of its groups or the default. */
  shown(tags: readonly string[]): string | null;
  /** Why nobody gives a screen to an entry like it that names none; null where somebody does, or may. */
  missing(entry: SelectedBy): string | null;
  /** Its keys in the config, from the top level down. */
  readonly at: readonly string[];
  /** What stands there. */
  readonly written: PlainValue | undefined;
}

/** What a request makes of an entry. */
export interface PlannedUpdate {
  readonly edits: readonly ConfigEdit[];
  /** The screen that it will show; null where nobody names one. */
  readonly screen: string | null;
}

/**
 * Plan what a request asks for.
 * @returns else `invalid_body` with every problem
 */
export function planUpdate(
  schema: typeof updateDeviceBody | typeof updateFrameBody,
  body: PlainValue,
  before: EntryBefore,
  lookups: Lookups,
): Result<PlannedUpdate, AppError> {
  const update = readUpdate(schema, body, before, lookups);
  if (!update.ok) return update;
  const { at, written } = before;
  const entry = isPlainObject(written) ? written : {};
  return ok({ edits: editsOf(update.value, at, entry), screen: update.value.screen });
}

function readUpdate(
  schema: typeof updateDeviceBody | typeof updateFrameBody,
  body: PlainValue,
  before: EntryBefore,
  lookups: Lookups,
): Result<Update, AppError> {
  const { mapping, shown } = before;
  // A frame has every setting of a device.
  const { fields, problems: malformed } = checkedOnce(lookups, 'fields', body, () =>
    readBodyFields(schema as typeof updateFrameBody, body),
  );
  const { screen: wanted, clear: names = [], ...given } = fields;
  const { clear, clearParams, provided } = clearings(names, given);
  const settings = provided === undefined ? given : { ...given, params: provided };
  const replaceParams = wanted !== undefined && wanted !== mapping.screen;
  const tags = clear.includes('tags') ? [] : ((settings as EntrySettings).tags ?? mapping.tags ?? []);
  const screen = wanted ?? shown(tags);
  const params = paramsAfter(mapping.params, settings, { replaceParams, clear, clearParams });
  const update: Update = { wanted, screen, settings, clear, clearParams, params, replaceParams };
  const problems: FieldProblem[] = [
    ...withScreenHints(malformed, body, lookups),
    ...checkedOnce(lookups, 'settings', [settings.panel ?? null, settings.params ?? null], () =>
      checkSettings(settings, lookups),
    ),
    ...conflicts(body, names),
    ...checkScreen(update, mapping, lookups),
    ...checkNewSchedule(update, mapping, lookups),
    ...checkSelected(update, before),
  ];
  return problems.length > 0 ? err(new AppError('invalid_body', { problems })) : ok(update);
}

/** Other tags, or another panel, must not leave a device without a screen. */
function checkSelected(
  { wanted, settings, clear }: Update,
  { mapping, missing }: EntryBefore,
): FieldProblem[] {
  if (wanted !== undefined || mapping.screen !== null) return [];
  const field = (['tags', 'panel'] as const).find((name) => clear.includes(name) || name in settings);
  if (field === undefined) return [];
  const after = <Name extends keyof SelectedBy>(name: Name): MappingEntry[Name] | undefined =>
    clear.includes(name) ? undefined : ((settings as SelectedBy)[name] ?? mapping[name]);
  const why = missing(defined({ tags: after('tags'), panel: after('panel') }));
  if (why === null) return [];
  return [
    { field, message: `${field}: expected what leaves the device a screen, or a screen beside it: ${why}` },
  ];
}

/** What is to be removed: by its name in `clear`, and a param by a null in its place too. */
function clearings(
  names: readonly string[],
  { params }: EntrySettings,
): Pick<Update, 'clear' | 'clearParams'> & { readonly provided: PlainObject | undefined } {
  const isParam = (name: string) => name.startsWith(PARAM_PREFIX);
  const clear = names.filter((name) => !isParam(name)) as EntrySettingName[];
  const named = names.filter(isParam).map((name) => name.slice(PARAM_PREFIX.length));
  if (params === undefined) return { clear, clearParams: named, provided: undefined };
  const entries = Object.entries(params as PlainObject);
  const nulls = entries.filter(([, value]) => value === null).map(([name]) => name);
  const provided = Object.fromEntries(entries.filter(([, value]) => value !== null));
  return { clear, clearParams: [...named, ...nulls], provided };
}

function conflicts(body: PlainValue, clear: readonly string[]): FieldProblem[] {
  if (!isPlainObject(body)) return [];
  const params = isPlainObject(body['params']) ? body['params'] : {};
  const isSet = (name: string) =>
    name.startsWith(PARAM_PREFIX)
      ? Object.hasOwn(params, name.slice(PARAM_PREFIX.length))
      : Object.hasOwn(body, name);
  const both = [...new Set(clear)].filter(isSet);
  return both.map((name) => ({
    field: 'clear',
    message: `clear: ${name} is set and cleared in the same request`,
  }));
}

/** Check a new screen, and the params that the entry will have under it. */
function checkScreen(
  { wanted, screen, settings, params, replaceParams }: Update,
  mapping: MappingEntry,
  lookups: Lookups,
): FieldProblem[] {
  if (screen === null || (wanted === undefined && params === undefined)) return [];
  const found = findScreen(screen, lookups);
  if (!found.ok) return [found.error];
  if (params === undefined && !replaceParams) return [];
  const all = params ?? mapping.params;
  const provided = (settings.params ?? {}) as PlainObject;
  const own = replaceParams ? all : provided;
  return checkedOnce(lookups, 'params', [screen, all, own], () => checkDeviceParams(found.value, all, own));
}

/** Check a new schedule against the screen and the params that the entry will have. */
function checkNewSchedule(
  { screen, settings, params }: Update,
  mapping: MappingEntry,
  lookups: Lookups,
): readonly FieldProblem[] {
  const { schedule } = settings;
  if (schedule === undefined) return [];
  const entry = {
    key: mapping.key,
    screen: screen ?? mapping.screen ?? '',
    params: params ?? mapping.params,
  };
  const { screen: shown, params: own } = entry;
  return checkedOnce(lookups, 'schedule', [schedule, shown, own], () =>
    checkSchedule(schedule as PlainObject, entry, lookups),
  );
}

/** Params merge key by key, unless the request brings another screen: then they replace the old ones. */
function paramsAfter(
  before: PlainObject,
  settings: EntrySettings,
  { replaceParams, clear, clearParams }: Pick<Update, 'replaceParams' | 'clear' | 'clearParams'>,
): PlainObject | undefined {
  if (clear.includes('params')) return {};
  const provided = settings.params as PlainObject | undefined;
  if (provided === undefined && clearParams.length === 0) return undefined;
  if (replaceParams && provided !== undefined) return provided;
  const gone = new Set(clearParams);
  const kept = Object.entries(before).filter(([name]) => !gone.has(name));
  return Object.fromEntries([...kept, ...Object.entries(provided ?? {})]);
}

/** The edits that make an entry what the request asks for. Values that are the same already are not touched. */
function editsOf(update: Update, at: readonly string[], entry: PlainObject): ConfigEdit[] {
  const { params: _, ...settings } = storedSettings(update.settings);
  const wanted: PlainObject = update.wanted === undefined ? settings : { screen: update.wanted, ...settings };
  const edits: ConfigEdit[] = [
    ...setEach(at, entry, wanted),
    ...paramEdits([...at, 'params'], update, entry['params']),
  ];
  for (const name of new Set(update.clear)) {
    if (Object.hasOwn(entry, name)) edits.push({ kind: 'remove', path: [...at, name] });
  }
  return edits;
}

function paramEdits(at: readonly string[], update: Update, before: PlainValue | undefined): ConfigEdit[] {
  const provided = update.settings.params as PlainObject | undefined;
  const old = isPlainObject(before) ? before : {};
  if (provided === undefined || (!update.replaceParams && Object.keys(old).length > 0)) {
    const gone = [...new Set(update.clearParams)].filter((name) => Object.hasOwn(old, name));
    const removals = gone.map((name): ConfigEdit => ({ kind: 'remove', path: [...at, name] }));
    return [...setEach(at, old, provided ?? {}), ...removals];
  }
  return sameValue(before ?? {}, provided) ? [] : [{ kind: 'set', path: at, value: provided }];
}

function setEach(at: readonly string[], before: PlainObject, wanted: PlainObject): ConfigEdit[] {
  return Object.entries(wanted)
    .filter(([name, value]) => !(Object.hasOwn(before, name) && sameValue(before[name], value)))
    .map(([name, value]) => ({ kind: 'set', path: [...at, name], value }));
}

/** Plain values from JSON and YAML have no cycles; the order of keys counts, because people read the file. */
function sameValue(before: PlainValue | undefined, wanted: PlainValue): boolean {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(wanted);
}
