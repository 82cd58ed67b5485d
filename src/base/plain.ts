/** Plain data: what a config, a script and a template exchange. Objects have no prototype worth trusting. */

export type PlainValue = null | boolean | number | string | readonly PlainValue[] | PlainObject;

export interface PlainObject {
  readonly [key: string]: PlainValue;
}

/** True for an object that is a map of plain values (not null, not a list). */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True when maps and lists are nested more than so many levels. Looks no deeper than that. */
export function isDeeperThan(value: PlainValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}
