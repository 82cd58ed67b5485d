/** Plain data, which configs, scripts and templates exchange. Do not trust the prototypes of these objects. */

export type PlainValue = null | boolean | number | string | readonly PlainValue[] | PlainObject;

export interface PlainObject {
  readonly [key: string]: PlainValue;
}

/** True for an object that is a map of plain values (not null, not a list). */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Read a JSON object; null for everything else. */
export function readPlainObject(json: string): PlainObject | null {
  try {
    const value: unknown = JSON.parse(json);
    return isPlainObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** True for an integer that counts something, or is a time in ms since 1970. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * The entry of a table under a name from outside; inherited properties (`constructor`, `__proto__`) are not entries.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Set an entry under a name from outside: `__proto__`, too, becomes an entry. The last of two stays in the place of the first. */
export function setOwn(table: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') table[name] = value;
  else Object.defineProperty(table, name, { value, enumerable: true, configurable: true, writable: true });
}

type Defined<T> = { [Field in keyof T]?: Exclude<T[Field], undefined> };

/** The object without its undefined fields. */
export function defined<T extends object>(fields: T): Defined<T> {
  const kept: Record<string, unknown> = {};
  // A loop: a config has four such objects for each of its devices.
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept as Defined<T>;
}

/** True when maps and lists are nested more than `levels` deep. Looks no deeper than that. */
export function isDeeperThan(value: PlainValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // Loops without closures: a body may hold some hundred thousand empty maps.
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof item === 'object' && isDeeperThan(item, levels - 1)) return true;
  }
  return false;
}

/** True for two lists of the same items in the same order. */
export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
