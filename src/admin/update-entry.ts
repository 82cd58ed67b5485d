/** Plans the change of single settings of an entry, of a device or of a frame. */
import { AppError, type FieldProblem } from '../base/errors.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../base/plain.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ConfigEdit } from '../config/edit/model.ts';
import type { MappingEntry } from '../domain/mapping.ts';
import type { updateDeviceBody } from './bodies.ts';
import {
  checkDeviceParams,
  checkSettings,
  findScreen,
  type Lookups,
  storedSettings,
} from './check-device.ts';
import type { EntrySettingName, EntrySettings, updateFrameBody } from './frame-bodies.ts';
import { readFields } from './read-fields.ts';

/** A request without problems. */
interface Update {
  /** The screen of the request; undefined when it stays as it is. */
  readonly wanted: string | undefined;
  /** The one that is shown then; null where nobody names one. */
  readonly screen: string | null;
  readonly settings: EntrySettings;
  readonly clear: readonly EntrySettingName[];
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
  { mapping, shown }: EntryBefore,
  lookups: Lookups,
): Result<Update, AppError> {
  // A frame has every setting of a device.
  const { fields, problems: malformed } = readFields(schema as typeof updateFrameBody, body);
  const { screen: wanted, clear = [], ...settings } = fields;
  const replaceParams = wanted !== undefined && wanted !== mapping.screen;
  const tags = clear.includes('tags') ? [] : (settings.tags ?? mapping.tags ?? []);
  const screen = wanted ?? shown(tags);
  const params = paramsAfter(mapping.params, settings, { replaceParams, clear });
  const update: Update = { wanted, screen, settings, clear, params, replaceParams };
  const problems: FieldProblem[] = [
    ...malformed,
    ...checkSettings(settings, lookups),
    ...conflicts(body, clear),
    ...checkScreen(update, mapping, lookups),
  ];
  return problems.length > 0 ? err(new AppError('invalid_body', { problems })) : ok(update);
}

function conflicts(body: PlainValue, clear: readonly EntrySettingName[]): FieldProblem[] {
  if (!isPlainObject(body)) return [];
  const both = [...new Set(clear)].filter((name) => Object.hasOwn(body, name));
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
  return checkDeviceParams(found.value, all, replaceParams ? all : provided);
}

/** Params merge key by key, unless the request brings another screen: then they replace the old ones. */
function paramsAfter(
  before: PlainObject,
  settings: EntrySettings,
  { replaceParams, clear }: { readonly replaceParams: boolean; readonly clear: readonly EntrySettingName[] },
): PlainObject | undefined {
  if (clear.includes('params')) return {};
  const provided = settings.params as PlainObject | undefined;
  if (provided === undefined) return undefined;
  return replaceParams ? provided : { ...before, ...provided };
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
  if (provided === undefined) return [];
  const mergeable = isPlainObject(before) && !update.replaceParams && Object.keys(before).length > 0;
  if (mergeable) return setEach(at, before, provided);
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
