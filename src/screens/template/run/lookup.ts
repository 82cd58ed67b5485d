/** Members of values: the own properties of plain data and the members that special values name; nothing inherited. */
import { isList, plainText, Special, typeName, type Value, type ValueMap } from '../values.ts';
import type { Run } from './run.ts';

/** Cost in steps of each piece that a text is split into: a piece is an object, which needs more memory than a number. */
export const STEPS_PER_PIECE = 4;

/** The member of a name that is written in the template; undefined when there is none. */
export function memberNamed(target: Value, name: string, run: Run): Value {
  if (typeof target === 'object' && target !== null) {
    if (target instanceof Special) return target.member(name);
    if (!isList(target) && plainText(target) === undefined) {
      return Object.hasOwn(target, name) ? (target as ValueMap)[name] : undefined;
    }
  }
  return memberOfSequence(target, name, run);
}

/**
 * The member of a computed key; undefined when there is none. Negative numbers count from the end of lists and texts.
 * @throws {TemplateFault} the key is neither text nor a number
 */
export function memberAt(target: Value, key: Value, run: Run): Value {
  const name = plainText(key);
  if (name !== undefined) return memberNamed(target, name, run);
  if (typeof key === 'number') {
    if (isList(target) || plainText(target) !== undefined) return itemAt(target, key, run);
    return memberNamed(target, String(key), run);
  }
  if (key === undefined || key === null) return undefined;
  throw run.error(`${typeName(key)} cannot be a key: expected text or a number`);
}

function memberOfSequence(target: Value, name: string, run: Run): Value {
  if (name === 'length')
    return isList(target) || plainText(target) !== undefined ? sizeOf(target, run) : undefined;
  return /^\d+$/.test(name) ? itemAt(target, Number(name), run) : undefined;
}

function itemAt(target: Value, position: number, run: Run): Value {
  if (!Number.isInteger(position)) return undefined;
  if (isList(target)) return target.at(position);
  const text = plainText(target);
  return text === undefined ? undefined : charactersOf(text, run).at(position);
}

/**
 * Number of items of a list, characters (code points) of a text, or keys of a map; 0 for undefined and none.
 * @throws {TemplateFault} the value has another type
 */
export function sizeOf(value: Value, run: Run): number {
  if (isList(value)) return value.length;
  const text = plainText(value);
  if (text !== undefined) return countCharacters(text, run);
  if (value === undefined || value === null) return 0;
  if (typeof value === 'object' && !(value instanceof Special)) return keysOf(value as ValueMap, run).length;
  throw run.error(`${typeName(value)} has no length: expected a list, a map or text`);
}

/** Own keys of a map, in the order of the data. */
export function keysOf(map: ValueMap, run: Run): string[] {
  const keys = Object.keys(map);
  run.spend(keys.length);
  return keys;
}

/** The characters (code points) of a text. */
export function charactersOf(text: string, run: Run): string[] {
  run.spend(text.length * STEPS_PER_PIECE);
  return Array.from(text);
}

function countCharacters(text: string, run: Run): number {
  run.scan(text.length);
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) count -= 1;
  }
  return count;
}

/** The value at a dotted path of own members, as in `attribute="station.name"`. */
export function memberPath(target: Value, path: string, run: Run): Value {
  let value = target;
  for (const name of path.split('.')) {
    run.spend(1);
    value = memberNamed(value, name, run);
  }
  return value;
}
