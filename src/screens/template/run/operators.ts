/** The operators of expressions. They refuse operands of wrong types; their messages name types, but no values. */
import { escapeXml } from '../escape.ts';
import { isList, plainText, SafeText, Special, typeName, type Value, type ValueMap } from '../values.ts';
import type { Run } from './run.ts';
import { printedText } from './text.ts';

/** Computes the value of an operator with two operands. */
type Operator = (left: Value, right: Value, run: Run) => Value;

function arithmetic(symbol: string, compute: (left: number, right: number, run: Run) => number): Operator {
  return (left, right, run) => {
    if (typeof left === 'number' && typeof right === 'number') return compute(left, right, run);
    throw run.error(
      `'${symbol}' needs two numbers, got ${typeName(left)} and ${typeName(right)}${hint(left, right)}`,
    );
  };
}

function hint(left: Value, right: Value): string {
  const hasText = plainText(left) !== undefined || plainText(right) !== undefined;
  return hasText ? ' (text becomes a number with | int or | float)' : '';
}

function add(left: Value, right: Value, run: Run): Value {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (plainText(left) !== undefined && plainText(right) !== undefined) return joinTexts([left, right], run);
  if (isList(left) && isList(right)) {
    run.spend(left.length + right.length);
    return [...left, ...right];
  }
  throw run.error(
    `'+' needs two numbers, two texts or two lists, got ${typeName(left)} and ${typeName(right)} (texts are joined with ~)`,
  );
}

function nonZero(value: number, run: Run): number {
  if (value === 0) throw run.error('division by zero');
  return value;
}

/** Arithmetic operators, by the name of their node. */
export const ARITHMETIC: Readonly<Record<string, Operator>> = {
  Add: add,
  Sub: arithmetic('-', (left, right) => left - right),
  Mul: arithmetic('*', (left, right) => left * right),
  Div: arithmetic('/', (left, right, run) => left / nonZero(right, run)),
  FloorDiv: arithmetic('//', (left, right, run) => Math.floor(left / nonZero(right, run))),
  Mod: arithmetic('%', (left, right, run) => left % nonZero(right, run)),
  Pow: arithmetic('**', (left, right) => left ** right),
};

/** `-value` and `+value`. */
export function signed(sign: 1 | -1, value: Value, run: Run): number {
  if (typeof value === 'number') return sign * value;
  throw run.error(
    `'${sign === 1 ? '+' : '-'}' needs a number, got ${typeName(value)}${hint(value, undefined)}`,
  );
}

/** Join values as they are printed. If one of them is safe text, the others are escaped and the result is safe. */
export function joinTexts(values: readonly Value[], run: Run): Value {
  const safe = values.some((value) => value instanceof SafeText);
  let text = '';
  for (const value of values) {
    const part = printedText(value, run);
    const piece = safe && !(value instanceof SafeText) ? escapeXml(part) : part;
    run.grow(piece.length);
    text += piece;
  }
  return safe ? new SafeText(text) : text;
}

/** Comparisons, by their symbols. Lists and maps are equal when their contents are; undefined equals none. */
export const COMPARISONS: ReadonlyMap<string, (left: Value, right: Value, run: Run) => boolean> = new Map([
  ['==', isEqual],
  ['===', isEqual],
  ['!=', (left: Value, right: Value, run: Run) => !isEqual(left, right, run)],
  ['!==', (left: Value, right: Value, run: Run) => !isEqual(left, right, run)],
  ['<', (left: Value, right: Value, run: Run) => compare(left, right, run) < 0],
  ['>', (left: Value, right: Value, run: Run) => compare(left, right, run) > 0],
  ['<=', (left: Value, right: Value, run: Run) => compare(left, right, run) <= 0],
  ['>=', (left: Value, right: Value, run: Run) => compare(left, right, run) >= 0],
]);

/** Equality by content and type: 1 is not "1". */
export function isEqual(left: Value, right: Value, run: Run): boolean {
  if (left === right) return true;
  const leftText = plainText(left);
  if (leftText !== undefined) return sameText(leftText, plainText(right), run);
  if (left === undefined || left === null) return right === undefined || right === null;
  if (typeof left !== 'object' || typeof right !== 'object' || right === null) return false;
  if (isList(left)) return isList(right) && sameItems(left, right, run);
  if (left instanceof Special || right instanceof Special || isList(right) || right instanceof SafeText)
    return false;
  return sameMembers(left as ValueMap, right as ValueMap, run);
}

function sameText(left: string, right: string | undefined, run: Run): boolean {
  if (left.length !== right?.length) return false;
  run.scan(left.length);
  return left === right;
}

function sameItems(left: readonly Value[], right: readonly Value[], run: Run): boolean {
  if (left.length !== right.length) return false;
  run.spend(left.length);
  return left.every((item, index) => isEqual(item, right[index], run));
}

function sameMembers(left: ValueMap, right: ValueMap, run: Run): boolean {
  const keys = Object.keys(left);
  run.spend(keys.length);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key], run));
}

/**
 * Order of two values: negative, zero or positive; NaN (so that every comparison is false) when one of them is
 * undefined or none. Texts are ordered by their UTF-16 code units.
 */
export function compare(left: Value, right: Value, run: Run): number {
  if (typeof left === 'number' && typeof right === 'number') return orderOf(left, right);
  if (left === undefined || left === null || right === undefined || right === null) return Number.NaN;
  const leftText = plainText(left);
  const rightText = plainText(right);
  if (leftText !== undefined && rightText !== undefined) {
    run.scan(Math.min(leftText.length, rightText.length));
    return orderOf(leftText, rightText);
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  throw run.error(`cannot compare ${typeName(left)} with ${typeName(right)}${hint(left, right)}`);
}

function orderOf<T extends number | string>(left: T, right: T): number {
  if (left === right) return 0;
  if (left < right) return -1;
  return left > right ? 1 : Number.NaN;
}

/** `item in container`: an item of a list, a part of a text, a key of a map. Undefined and none contain nothing. */
export function isIn(item: Value, container: Value, run: Run): boolean {
  if (container === undefined || container === null) return false;
  if (isList(container)) {
    run.spend(container.length);
    return container.some((candidate) => isEqual(candidate, item, run));
  }
  const text = plainText(container);
  if (text !== undefined) {
    const part = printedText(item, run);
    run.search(text, part);
    return text.includes(part);
  }
  if (typeof container !== 'object' || container instanceof Special) {
    throw run.error(`'in' needs a list, a map or text on its right, got ${typeName(container)}`);
  }
  return Object.hasOwn(container, printedText(item, run));
}
