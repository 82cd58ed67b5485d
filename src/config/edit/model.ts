/** The meaning of edits, on plain values alone: the model that a written file must equal. */
import { isPlainObject, type PlainObject, type PlainValue, setOwn } from '../../platform/base/plain.ts';

/** One change of the config. The path has the keys as written in the file. */
export type ConfigEdit =
  | {
      /** Sets the value of a key; missing maps on the path are made. */
      readonly kind: 'set';
      readonly path: readonly string[];
      readonly value: PlainValue;
    }
  | {
      /** Removes a key; a missing key is no change. */
      readonly kind: 'remove';
      readonly path: readonly string[];
    };

/** Why edits cannot be made. The message contains no value of the config. */
export interface EditFailure {
  readonly message: string;
}

/** The value at a path; undefined when there is none. */
export function valueAt(root: PlainValue, path: readonly string[]): PlainValue | undefined {
  let value: PlainValue | undefined = root;
  for (const key of path) {
    value = isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/**
 * The value after an edit. The given one does not change, and untouched parts are shared. Null when a value on the path
 * is neither a map nor empty.
 */
export function applyEdit(root: PlainObject, edit: ConfigEdit): PlainObject | null {
  const [key, ...rest] = edit.path;
  if (key === undefined) return null;
  const old = Object.hasOwn(root, key) ? root[key] : undefined;
  if (rest.length > 0) return applyBelow(root, key, old, { ...edit, path: rest });
  if (edit.kind === 'set') return withKey(root, key, edit.value);
  return old === undefined ? root : withoutKey(root, key);
}

function applyBelow(
  root: PlainObject,
  key: string,
  old: PlainValue | undefined,
  edit: ConfigEdit,
): PlainObject | null {
  const map = isPlainObject(old) ? old : null;
  if (edit.kind === 'remove' && map === null) return root;
  if (map === null && old !== undefined && old !== null) return null;
  const inner = applyEdit(map ?? {}, edit);
  if (inner === null) return null;
  return inner === old ? root : withKey(root, key, inner);
}

/**
 * The minimal edits for an edit: a map over a map becomes an edit for every key that differs, and keys that already
 * have their value are left out.
 */
export function smallestEdits(root: PlainObject, edit: ConfigEdit): ConfigEdit[] {
  const old = valueAt(root, edit.path);
  if (edit.kind === 'remove') return old === undefined ? [] : [edit];
  if (old === undefined) return [edit];
  if (!isPlainObject(old) || !isPlainObject(edit.value)) return samePlain(old, edit.value) ? [] : [edit];
  const sets = Object.entries(edit.value).flatMap(([key, value]) =>
    smallestEdits(root, { kind: 'set', path: [...edit.path, key], value }),
  );
  const wanted = edit.value;
  const gone = Object.keys(old).filter((key) => !Object.hasOwn(wanted, key));
  return [...sets, ...gone.map((key): ConfigEdit => ({ kind: 'remove', path: [...edit.path, key] }))];
}

/** The minimal edits that make one config of another; comments and the order of keys do not count. */
export function editsBetween(before: PlainObject, after: PlainObject): ConfigEdit[] {
  const sets = Object.entries(after).flatMap(([key, value]) =>
    smallestEdits(before, { kind: 'set', path: [key], value }),
  );
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return [...sets, ...gone.map((key): ConfigEdit => ({ kind: 'remove', path: [key] }))];
}

/** True when both values are the same; the order of keys does not count. */
export function samePlain(a: PlainValue, b: PlainValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item: PlainValue, index) => samePlain(item, b[index] as PlainValue));
  }
  const [left, right] = [a as PlainObject, b as PlainObject];
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) => Object.hasOwn(right, key) && samePlain(left[key] as PlainValue, right[key] as PlainValue),
  );
}

/** True for values that YAML 1.2 can write: plain data with finite numbers. */
export function isWritable(value: PlainValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((item: PlainValue) => isWritable(item));
}

/** A copy in which the key has the value, even if the key is `__proto__`. */
function withKey(map: PlainObject, key: string, value: PlainValue): PlainObject {
  const copy: Record<string, PlainValue> = { ...map };
  setOwn(copy, key, value);
  return copy;
}

function withoutKey(map: PlainObject, key: string): PlainObject {
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
}
