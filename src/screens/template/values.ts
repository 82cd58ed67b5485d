/** The values of templates: plain data, text that is markup already, and objects with behaviour of their own. */
import type { Mark } from './run/marks.ts';

/** A value that is neither plain data nor text: a loop, a macro, a module. It has only the members that `member` knows. */
export abstract class Special {
  /** Its name in messages, with an article: `the macro 'row'`. */
  abstract readonly what: string;
  /** A member; undefined when there is none of that name. */
  abstract member(name: string): Value;
}

/** Text that is markup: it is printed without escaping. */
export class SafeText {
  readonly text: string;
  /** Where in the templates its pieces stand; empty where that is not known. */
  readonly marks: readonly Mark[];

  constructor(text: string, marks: readonly Mark[] = NO_MARKS) {
    this.text = text;
    this.marks = marks;
  }
}

const NO_MARKS: readonly Mark[] = [];

/** Any value of a template. */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | SafeText
  | Special
  | readonly Value[]
  | ValueMap;

/** A map of plain data. */
export interface ValueMap {
  readonly [key: string]: Value;
}

/** True for a list. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** True for a map of plain data. */
export function isMap(value: Value): value is ValueMap {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof SafeText) &&
    !(value instanceof Special)
  );
}

/** An empty map without inherited members. */
export function emptyMap(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

/** Text of a text value; undefined for all other types. */
export function plainText(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof SafeText ? value.text : undefined;
}

/** Whether a value counts as true: undefined, none, false, 0, NaN, and empty texts, lists and maps do not. */
export function isTrue(value: Value): boolean {
  if (typeof value !== 'object') return Boolean(value);
  if (value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof SafeText) return value.text !== '';
  return value instanceof Special || hasKeys(value as ValueMap);
}

function hasKeys(map: ValueMap): boolean {
  for (const key in map) if (Object.hasOwn(map, key)) return true;
  return false;
}

/** The type of a value, for messages. The value itself is not shown, since it may be a secret. */
export function typeName(value: Value): string {
  if (value === undefined) return 'an undefined value';
  if (value === null) return 'none';
  if (typeof value === 'string' || value instanceof SafeText) return 'text';
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'true/false';
  if (Array.isArray(value)) return 'a list';
  return value instanceof Special ? value.what : 'a map';
}
