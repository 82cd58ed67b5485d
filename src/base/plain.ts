/** Plain data: what a config, a script and a template exchange. Objects have no prototype worth trusting. */

export type PlainValue = null | boolean | number | string | readonly PlainValue[] | PlainObject;

export interface PlainObject {
  readonly [key: string]: PlainValue;
}

/** True for an object that is a map of plain values (not null, not a list). */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
