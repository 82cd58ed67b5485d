/** A config as the server works with it: plain data, without the tree of its text. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import type { Slices } from '../../platform/base/turns.ts';
import type { ConfigWarning } from '../read/findings.ts';
import type { ConfigSecrets } from '../read/parse.ts';

export interface LoadedConfig {
  readonly text: string;
  readonly snapshot: ConfigSnapshot;
  readonly warnings: readonly ConfigWarning[];
  readonly secrets: ConfigSecrets;
  /** The whole config as plain values, secrets included, aliases and merge keys expanded. */
  readonly plain: PlainObject;
}

/** Entries between two looks at the clock. */
const STEP = 64;

/**
 * The config with the parts and entries of the one before where they say the same: pictures, problems and events are
 * remembered by the identity of an entry, and those of all others must not be made again because one was edited.
 */
export function* withSameParts(before: LoadedConfig, now: LoadedConfig): Slices<LoadedConfig> {
  const old: Readonly<Record<string, unknown>> = { ...before.snapshot };
  const parts: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(now.snapshot)) {
    const was = old[name];
    if (was instanceof Map && part instanceof Map) parts[name] = yield* withSameEntries(was, part);
    else parts[name] = saysSame(was, part) ? was : part;
    yield;
  }
  return { ...now, snapshot: parts as unknown as ConfigSnapshot };
}

type Entries = ReadonlyMap<unknown, unknown>;

function* withSameEntries(before: Entries, now: Entries): Slices<Entries> {
  const entries = new Map<unknown, unknown>();
  let same = 0;
  for (const [key, entry] of now) {
    const old = before.get(key);
    const isSame = old !== undefined && saysSame(old, entry);
    if (isSame) same += 1;
    entries.set(key, isSame ? old : entry);
    if (entries.size % STEP === 0) yield;
  }
  return same === before.size && same === now.size && isInOrder(before, now) ? before : entries;
}

function isInOrder(before: Entries, now: Entries): boolean {
  const keys = before.keys();
  for (const key of now.keys()) if (key !== keys.next().value) return false;
  return true;
}

/** True for plain data that is the same; the order of keys does not count. */
function saysSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Map || b instanceof Map) {
    if (!(a instanceof Map && b instanceof Map) || a.size !== b.size) return false;
    return [...a].every(([key, value]) => b.has(key) && saysSame(value, b.get(key)));
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return keys.every((key) => Object.hasOwn(right, key) && saysSame(left[key], right[key]));
}
