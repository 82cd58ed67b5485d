/** What a change of the config has changed, value by value, for the audit trail: bounded, and without secrets. */

import { samePlain, valueAt } from '../../config/edit/model.ts';
import { ACCESS_LIMITS } from '../../config/env/access-limits.ts';
import type { GroupOrder } from '../../config/read/group-order.ts';
import { DEVICES, GROUPS } from '../../config/read/keys.ts';
import type { WrittenChange } from '../../config/source/plan-changes.ts';
import { normalDeviceKey } from '../../domain/frame.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { runAtOnce, type Slices } from '../../platform/base/turns.ts';
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
export function* describeChange(
  { edits, before, after, reordered }: WrittenChange,
  concealer: Concealer,
): Slices<ConfigChanges> {
  const described = new Described(before, after, concealer, ACCESS_LIMITS.changes);
  if (reordered !== null) described.addOrder(reordered);
  let looked = 0;
  for (const { path } of edits) {
    if (described.isFull) break;
    looked += 1;
    yield* changedLeaves(path, valueAt(before, path), valueAt(after, path), (leaf) => described.add(leaf));
  }
  const devices = yield* devicesOf(edits.map(({ path }) => path));
  return { changes: described.changes, more: edits.length - looked + described.more, devices };
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
  const described = new Described(before, after, concealer, most);
  const paths: (readonly string[])[] = [];
  const take = (leaf: Leaf): void => {
    described.add(leaf);
    paths.push(leaf.path);
  };
  runAtOnce(changedLeaves([], before, after, take));
  const { changes, more } = described;
  return { changes, more, devices: runAtOnce(devicesOf(paths)) };
}

/** The first changes, described, and how many more there are. */
class Described {
  readonly changes: ValueChange[] = [];
  more = 0;
  readonly #roots: readonly PlainObject[];
  readonly #concealer: Concealer;
  readonly #most: number;

  constructor(before: PlainObject, after: PlainObject, concealer: Concealer, most: number) {
    this.#roots = [before, after];
    this.#concealer = concealer;
    this.#most = most;
  }

  get isFull(): boolean {
    return this.changes.length >= this.#most;
  }

  add(leaf: Leaf): void {
    if (this.isFull) this.more += 1;
    else this.changes.push(concealed(leaf, this.#screensOf(leaf.path), this.#concealer));
  }

  /** Their names, which are no secrets, in the order in which they count. */
  addOrder({ before, after }: GroupOrder): void {
    const shown = (names: readonly string[]): PlainValue => shortened(clipped([...names]));
    this.changes.push({ path: `${GROUPS} (order)`, before: shown(before), after: shown(after) });
  }

  #screensOf(path: readonly string[]): readonly string[] {
    return this.#roots.flatMap((root) => screenAround(path, (at) => valueAt(root, at)));
  }
}

interface Leaf {
  readonly path: readonly string[];
  readonly before: PlainValue | undefined;
  readonly after: PlainValue | undefined;
}

/** Visit the innermost values that differ. */
function* changedLeaves(
  path: readonly string[],
  before: PlainValue | undefined,
  after: PlainValue | undefined,
  visit: (leaf: Leaf) => void,
): Slices<void> {
  yield;
  const [old, made] = [before ?? null, after ?? null];
  if (samePlain(old, made) && (before === undefined) === (after === undefined)) return;
  const isMapOrNothing = (value: PlainValue): boolean => value === null || isPlainObject(value);
  const keys = new Set([...keysOf(old), ...keysOf(made)]);
  if (!isMapOrNothing(old) || !isMapOrNothing(made) || keys.size === 0) {
    visit({ path, before, after });
    return;
  }
  for (const key of keys) {
    yield* changedLeaves([...path, key], valueAt(old, [key]), valueAt(made, [key]), visit);
  }
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

/** Cuts a value to what is shown of it: somebody may write a list of a hundred thousand. */
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

function* devicesOf(paths: readonly (readonly string[])[]): Slices<readonly string[]> {
  const devices = new Set<string>();
  for (const [section, key] of paths) {
    if (section !== DEVICES || key === undefined) continue;
    devices.add(normalDeviceKey(key) ?? key);
    yield;
  }
  return [...devices];
}
