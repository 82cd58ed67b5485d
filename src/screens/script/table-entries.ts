/** Tells lists from maps by the keys of a Lua table. Values are given in the order of their keys. */

/** A key of a Lua table that can be part of a result. */
export type TableKey = string | number;

/** The values as a list when the keys are exactly 1..n, in any order; otherwise null. */
export function listItems<T>(keys: readonly TableKey[], values: readonly T[]): readonly T[] | null {
  const { length } = keys;
  // Most maps are recognized by their first key, before an array is made.
  if (typeof keys[0] !== 'number') return null;
  const list = new Array<T>(length);
  for (let n = 0; n < length; n++) {
    const key = keys[n];
    if (typeof key !== 'number' || !Number.isInteger(key) || key < 1 || key > length) return null;
    list[key - 1] = values[n] as T;
  }
  return list;
}

/** The values with their names, sorted by name. Number keys become text; if both 1 and '1' are keys, '1' counts. */
export function mapEntries<T>(keys: readonly TableKey[], values: readonly T[]): [name: string, value: T][] {
  const named = new Map<string, T>();
  for (let n = 0; n < keys.length; n++) {
    const key = keys[n] ?? '';
    if (typeof key === 'string' || !named.has(String(key))) named.set(String(key), values[n] as T);
  }
  return [...named.keys()].sort().map((name) => [name, named.get(name) as T]);
}
