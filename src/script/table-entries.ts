/** Tells lists from maps by the keys of a Lua table. Values are given in the order of their keys. */

export type TableKey = string | number;

/** The values as a list when the keys are exactly 1..n, in any order; otherwise null. */
export function listValues<T>(keys: readonly TableKey[], values: readonly T[]): readonly T[] | null {
  const list = new Array<T>(keys.length);
  for (const [n, value] of values.entries()) {
    const key = keys[n];
    if (typeof key !== 'number' || !Number.isInteger(key) || key < 1 || key > keys.length) return null;
    list[key - 1] = value;
  }
  return list;
}

/** The values with their names, sorted by name. Number keys become text; if both 1 and '1' are keys, '1' counts. */
export function namedValues<T>(keys: readonly TableKey[], values: readonly T[]): [name: string, value: T][] {
  const named = new Map<string, T>();
  for (const [n, value] of values.entries()) {
    const key = keys[n] ?? '';
    const name = String(key);
    if (typeof key === 'string' || !named.has(name)) named.set(name, value);
  }
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1));
}
