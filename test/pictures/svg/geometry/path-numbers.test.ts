import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPathNumbers } from '../../../../src/pictures/svg/geometry/path-numbers.ts';

/** The numbers as patterns read them, which says what is meant. */
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/gi;
const NEXT_NUMBER = /[\s,]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/iy;
const NEXT_FLAG = /[\s,]*([01])/y;

function byPatterns(command: string, text: string): readonly number[] {
  if (command !== 'a') return (text.match(NUMBER) ?? []).map(Number);
  const numbers: number[] = [];
  for (let at = 0; ; ) {
    const place = numbers.length % 7;
    const next = place === 3 || place === 4 ? NEXT_FLAG : NEXT_NUMBER;
    next.lastIndex = at;
    const match = next.exec(text);
    if (match === null) return numbers;
    numbers.push(Number(match[1]));
    at = next.lastIndex;
  }
}

const PIECES = [
  '0',
  '1',
  '7',
  '12',
  '3.5',
  '.25',
  '5.',
  '.',
  '-',
  '+',
  'e',
  'E',
  'e5',
  'e-3',
  ' ',
  ',',
  '\n',
];
const DIGITS = [
  '123456789012345',
  '1234567890123456',
  '0.1234567890123',
  '99999999999999.9',
  '4.35',
  '1e400',
];
const ODD = ['\u00a0', '\u2003', '#', '%', '-.5', '+.5-.5', '--1', '1-1', '0011'];

test('numbers are read as the patterns say, whatever stands between them', () => {
  const text = fc
    .array(fc.constantFrom(...PIECES, ...DIGITS, ...ODD), { maxLength: 40 })
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.constantFrom('l', 'a'), (numbers, command) => {
      assert.deepEqual(readPathNumbers(command, numbers), byPatterns(command, numbers));
    }),
    { numRuns: 3_000 },
  );
});

test('every number is the double that is nearest to it', () => {
  const number = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(9));
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), (pairs) => {
      const texts = pairs.map(([digits, places]) => (digits / 10 ** places).toFixed(places));
      assert.deepEqual(readPathNumbers('l', texts.join(' ')), texts.map(Number));
    }),
    { numRuns: 1_000 },
  );
});
