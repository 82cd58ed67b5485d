/** The tests of templates, `value is name(…)`, under their names in Tera and in Jinja. */
import { sizeOf } from './run/lookup.ts';
import { COMPARISONS, isEqual, isIn } from './run/operators.ts';
import type { Run } from './run/run.ts';
import { printedText } from './run/text.ts';
import { type Args, signature, type Test } from './signature.ts';
import { isList, isMap, isTrue, plainText, type Value } from './values.ts';

type Predicate = (input: Value, args: Args, run: Run) => boolean;

function test(args: string, run: Predicate): Test {
  return { signature: signature(args), run };
}

/** A test without arguments. */
function plain(holds: (input: Value) => boolean): Test {
  return test('', holds);
}

/** A test of numbers: false for undefined and none, an error for other types. */
function numeric(args: string, holds: (input: number, args: Args, run: Run) => boolean): Test {
  return test(args, (input, given, run) => {
    if (typeof input === 'number') return holds(input, given, run);
    if (input === undefined || input === null) return false;
    throw given.refuse('a number', input);
  });
}

/** A test of a text against a part of it: false for undefined and none, an error for other types. */
function textual(part: string, holds: (input: string, part: string, run: Run) => boolean): Test {
  return test(`${part}!`, (input, args, run) => {
    if (input === undefined || input === null) return false;
    const text = typeof input === 'number' ? String(input) : plainText(input);
    if (text === undefined) throw args.refuse('text', input);
    return holds(text, args.text(0, ''), run);
  });
}

function comparison(symbol: string): Test {
  const holds = COMPARISONS.get(symbol);
  return test('other!', (input, args, run) => holds?.(input, args.values[0], run) === true);
}

function remainder(input: number, by: number, run: Run): number {
  if (by === 0) throw run.error('division by zero');
  return input % by;
}

const isOdd = numeric('', (input) => Math.abs(input % 2) === 1);
const isEven = numeric('', (input) => input % 2 === 0);
const isDivisible = numeric(
  'by|num|divisor!',
  (input, args, run) => remainder(input, args.number(0, 0), run) === 0,
);
const isMapping = plain(isMap);
const isTextual = plain((input) => plainText(input) !== undefined);
const isNone = plain((input) => input === null);
const isIterable = plain((input) => isList(input) || isMap(input) || plainText(input) !== undefined);
const isContaining = test('part|pat|value!', (input, args, run) => isIn(args.values[0], input, run));
const isEqualTo = comparison('==');

/** Same value and type; lists and maps are compared by identity. */
const isSame = test('other!', (input, args, run) => {
  const other = args.values[0];
  const sameText = plainText(input) !== undefined && isEqual(input, other, run);
  return input === other || sameText;
});

/** All tests, by name. */
export const TESTS: ReadonlyMap<string, Test> = new Map([
  ['defined', plain((input) => input !== undefined)],
  ['undefined', plain((input) => input === undefined)],
  ['none', isNone],
  ['null', isNone],
  ['odd', isOdd],
  ['even', isEven],
  ['divisibleby', isDivisible],
  ['divisible_by', isDivisible],
  ['string', isTextual],
  ['number', plain((input) => typeof input === 'number')],
  ['integer', plain((input) => Number.isInteger(input))],
  ['float', plain((input) => typeof input === 'number' && !Number.isInteger(input))],
  ['boolean', plain((input) => typeof input === 'boolean')],
  ['true', plain((input) => input === true)],
  ['false', plain((input) => input === false)],
  ['iterable', isIterable],
  ['sequence', plain((input) => isList(input) || plainText(input) !== undefined)],
  ['mapping', isMapping],
  ['object', isMapping],
  ['empty', test('', (input, _args, run) => (typeof input === 'number' ? false : sizeOf(input, run) === 0))],
  ['truthy', plain(isTrue)],
  ['falsy', plain((input) => !isTrue(input))],
  ['sameas', isSame],
  ['equalto', isEqualTo],
  ['eq', isEqualTo],
  ['ne', comparison('!=')],
  ['lt', comparison('<')],
  ['lessthan', comparison('<')],
  ['le', comparison('<=')],
  ['gt', comparison('>')],
  ['greaterthan', comparison('>')],
  ['ge', comparison('>=')],
  ['in', test('container!', (input, args, run) => isIn(input, args.values[0], run))],
  ['containing', isContaining],
  ['starting_with', textual('prefix|pat', (input, part) => input.startsWith(part))],
  ['ending_with', textual('suffix|pat', (input, part) => input.endsWith(part))],
  [
    'lower',
    test('', (input, _args, run) => printedText(input, run) === printedText(input, run).toLowerCase()),
  ],
  [
    'upper',
    test('', (input, _args, run) => printedText(input, run) === printedText(input, run).toUpperCase()),
  ],
]);
