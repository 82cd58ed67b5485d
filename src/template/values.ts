/** The values that templates compute with: plain data, text that is already markup, and things with a behaviour. */
import type { Mark } from './run/marks.ts';

/** Values that are neither plain data nor text: loops, macros, modules. They have no members but those they name. */
export abstract class Special {
  /** What an author would call it, with its article, for messages. */
  abstract readonly what: string;
  /** The member of that name; undefined when there is none. */
  abstract member(name: string): Value;
}

/** Text that needs no escaping any more. */
export class SafeText {
  readonly text: string;
  /** Where its pieces came from, as far as that is known: a template wrote them. */
  readonly marks: readonly Mark[];

  constructor(text: string, marks: readonly Mark[] = NO_MARKS) {
    this.text = text;
    this.marks = marks;
  }
}

const NO_MARKS: readonly Mark[] = [];

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

/** An empty map whose keys cannot collide with anything inherited. */
export function emptyMap(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

/** Text of a text value; undefined for all other types. */
export function plainText(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof SafeText ? value.text : undefined;
}

/** The truth of a value: nothing, none, false, 0, NaN and everything empty are false. */
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

/** What an author would call a value, for messages. Never shows the value itself, which may be a secret. */
export function typeName(value: Value): string {
  if (value === undefined) return 'an undefined value';
  if (value === null) return 'none';
  if (typeof value === 'string' || value instanceof SafeText) return 'text';
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'true/false';
  if (Array.isArray(value)) return 'a list';
  return value instanceof Special ? value.what : 'a map';
}
