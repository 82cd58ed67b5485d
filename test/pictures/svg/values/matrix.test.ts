import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  axisScales,
  IDENTITY,
  multiply,
  parseTransform,
  readViewBox,
} from '../../../../src/pictures/svg/values/matrix.ts';

const rounded = (text: string): number[] => parseTransform(text).map((n) => Math.round(n * 1000) / 1000 + 0);

for (const [text, matrix] of [
  ['translate(5)', [1, 0, 0, 1, 5, 0]],
  ['translate(5, 6)', [1, 0, 0, 1, 5, 6]],
  ['scale(2)', [2, 0, 0, 2, 0, 0]],
  ['scale(2 3)', [2, 0, 0, 3, 0, 0]],
  ['rotate(90)', [0, 1, -1, 0, 0, 0]],
  ['rotate(90 10 0)', [0, 1, -1, 0, 10, -10]],
  ['skewX(45)', [1, 0, 1, 1, 0, 0]],
  ['skewY(45)', [1, 1, 0, 1, 0, 0]],
  ['matrix(1 2 3 4 5 6)', [1, 2, 3, 4, 5, 6]],
  ['translate(10 20) scale(2)', [2, 0, 0, 2, 10, 20]],
  ['nonsense', [1, 0, 0, 1, 0, 0]],
  ['scale(2-3)', [2, 0, 0, -3, 0, 0]],
  ['scale(2), translate(1,1)', [2, 0, 0, 2, 2, 2]],
  ['scale(2) nonsense', [1, 0, 0, 1, 0, 0]],
  ['scale(x) translate(1 1)', [1, 0, 0, 1, 0, 0]],
  ['scale(1 2 3)', [1, 0, 0, 1, 0, 0]],
] as const) {
  test(`${text} is a matrix`, () => assert.deepEqual(rounded(text), [...matrix]));
}

test('no attribute is no transform', () => assert.equal(parseTransform(undefined), IDENTITY));

test('the scale survives a rotation', () => {
  const { x, y } = axisScales(multiply(parseTransform('rotate(30)'), parseTransform('scale(2 3)')));
  assert.ok(Math.abs(x - 2) < 1e-9 && Math.abs(y - 3) < 1e-9);
});

test('a view box is four numbers, whatever follows them', () => {
  assert.deepEqual(readViewBox('0,0 5 6em'), [0, 0, 5, 6]);
  for (const text of [undefined, '', '0 0 5', '0 0 0 5', 'x 0 5 5']) assert.equal(readViewBox(text), null);
});
