/** What a change of the config has changed, value by value, for the audit trail: bounded, and without secrets. */
import { ACCESS_LIMITS } from '../base/access-limits.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../base/plain.ts';
import { samePlain, valueAt } from '../config/edit/model.ts';
import { DEVICES } from '../config/keys.ts';
import type { WrittenChange } from '../config/plan-changes.ts';
import { normalDeviceKey } from '../domain/frame.ts';
import type { Concealer } from './concealer.ts';

/** One value of the config before and after; absent where there was none. */
export interface ValueChange {
  /** Keys from the top level down, with dots between them. */
  readonly path: string;
  readonly before?: PlainValue;
  readonly after?: PlainValue;
}

export interface ConfigChanges {
  readonly changes: readonly ValueChange[];
  /** Edits that are not in `changes`: there are too many. */
  readonly more: number;
  /** Devices whose entries have changed, by their keys in normal form. */
  readonly devices: readonly string[];
}

export const NO_CHANGES: ConfigChanges = { changes: [], more: 0, devices: [] };

/** Longest path that is shown: names of params and panels may be of any length. */
const PATH_CHARACTERS = 200;

/** Describe what was written. */
export function describeChange({ edits, before, after }: WrittenChange, concealer: Concealer): ConfigChanges {
  const changes: ValueChange[] = [];
  let looked = 0;
  for (const { path } of edits) {
    if (changes.length >= ACCESS_LIMITS.changes) break;
    looked += 1;
    const [old, made] = [valueAt(before, path), valueAt(after, path)];
    const screens = [before, after].flatMap((root) => screenAround(path, (at) => valueAt(root, at)));
    for (const leaf of changedLeaves(path, old, made)) changes.push(concealed(leaf, screens, concealer));
  }
  const most = ACCESS_LIMITS.changes;
  const more = edits.length - looked + Math.max(changes.length - most, 0);
  return { changes: changes.slice(0, most), more, devices: devicesOf(edits.map(({ path }) => path)) };
}

/**
 * Describe the difference of two whole configs.
 * @param most  changes that are described
 */
export function describeDifference(
  before: PlainObject,
  after: PlainObject,
  concealer: Concealer,
  most: number = ACCESS_LIMITS.changes,
): ConfigChanges {
  const leaves = changedLeaves([], before, after);
  const screensOf = (path: readonly string[]): readonly string[] =>
    [before, after].flatMap((root) => screenAround(path, (at) => valueAt(root, at)));
  return {
    changes: leaves.slice(0, most).map((leaf) => concealed(leaf, screensOf(leaf.path), concealer)),
    more: Math.max(leaves.length - most, 0),
    devices: devicesOf(leaves.map(({ path }) => path)),
  };
}

interface Leaf {
  readonly path: readonly string[];
  readonly before: PlainValue | undefined;
  readonly after: PlainValue | undefined;
}

/** The innermost values that differ. */
function changedLeaves(
  path: readonly string[],
  before: PlainValue | undefined,
  after: PlainValue | undefined,
): readonly Leaf[] {
  const [old, made] = [before ?? null, after ?? null];
  if (samePlain(old, made) && (before === undefined) === (after === undefined)) return [];
  if (!isPlainObject(old) && !isPlainObject(made)) return [{ path, before, after }];
  const isMapOrNothing = (value: PlainValue): boolean => value === null || isPlainObject(value);
  const keys = [...new Set([...keysOf(old), ...keysOf(made)])];
  if (!isMapOrNothing(old) || !isMapOrNothing(made) || keys.length === 0) return [{ path, before, after }];
  return keys.flatMap((key) => changedLeaves([...path, key], valueAt(old, [key]), valueAt(made, [key])));
}

function keysOf(value: PlainValue): readonly string[] {
  return isPlainObject(value) ? Object.keys(value) : [];
}

/** The screen of the entry that a path leads into. */
function screenAround(
  [section, key]: readonly string[],
  lookUp: (path: readonly string[]) => PlainValue | undefined,
): readonly string[] {
  const screen = section === undefined || key === undefined ? null : lookUp([section, key, 'screen']);
  return typeof screen === 'string' ? [screen] : [];
}

function concealed({ path, before, after }: Leaf, screens: readonly string[], by: Concealer): ValueChange {
  const show = (value: PlainValue): PlainValue => shortened(by.at(path, clipped(value), screens));
  return {
    path: cut(path.join('.'), PATH_CHARACTERS),
    ...(before === undefined ? {} : { before: show(before) }),
    ...(after === undefined ? {} : { after: show(after) }),
  };
}

/** As much of a value as is shown of it: somebody may write a list of a hundred thousand. */
function clipped(value: PlainValue): PlainValue {
  const left = { values: ACCESS_LIMITS.valueCharacters + 1 };
  return clip(value, left);
}

function clip(value: PlainValue, left: { values: number }): PlainValue {
  left.values -= 1;
  // One character more than is shown, so that it is seen to be cut.
  if (typeof value === 'string') return value.slice(0, ACCESS_LIMITS.valueCharacters + 1);
  if (Array.isArray(value)) {
    const items: PlainValue[] = [];
    for (const item of value as readonly PlainValue[]) {
      if (left.values < 0) break;
      items.push(clip(item, left));
    }
    return items;
  }
  if (!isPlainObject(value)) return value;
  const entries: [string, PlainValue][] = [];
  for (const key of Object.keys(value)) {
    if (left.values < 0) break;
    entries.push([key, clip(value[key] ?? null, left)]);
  }
  return Object.fromEntries(entries);
}

function shortened(value: PlainValue): PlainValue {
  const most = ACCESS_LIMITS.valueCharacters;
  if (typeof value === 'string') return cut(value, most);
  const json = JSON.stringify(value);
  return json.length > most ? cut(json, most) : value;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function devicesOf(paths: readonly (readonly string[])[]): readonly string[] {
  const keys = paths.flatMap(([section, key]) => (section === DEVICES && key !== undefined ? [key] : []));
  return [...new Set(keys.map((key) => normalDeviceKey(key) ?? key))];
}
