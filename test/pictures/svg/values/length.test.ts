import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnLength, readLength } from '../../../../src/pictures/svg/values/length.ts';

for (const [text, pixels] of [
  ['5', 5],
  [' 5.5 ', 5.5],
  ['-.5', -0.5],
  ['1e3', 1000],
  ['5px', 5],
  ['72pt', 96],
  ['1in', 96],
  ['25.4mm', 96],
  ['2em', 32],
  ['1E1PX', 10],
] as const) {
  test(`"${text}" is ${pixels} px`, () => {
    assert.ok(Math.abs((readLength(text) ?? Number.NaN) - pixels) < 1e-9);
  });
}

for (const text of ['', ' ', 'auto', '5 px x', '0x10', 'Infinity', 'NaN', '5furlong', '--5', undefined]) {
  test(`${JSON.stringify(text)} is no length`, () => assert.equal(readLength(text), null));
}

test('a percentage needs something to be a part of', () => {
  assert.equal(readLength('50%'), null);
  assert.equal(readLength('50%', 300), 150);
});

test('a number beyond all bounds is infinite, so that limits see it', () => {
  assert.equal(readLength('1e999'), Number.POSITIVE_INFINITY);
});

test('the renderer reads units in small letters only, and nothing behind them', () => {
  assert.deepEqual(
    ['5', ' 5', '5px', '2em', '50%', '1e3', '5PX', '5 ', '5rem', '5q', ''].map((text) =>
      drawnLength(text, 300, 10),
    ),
    [5, 5, 5, 20, 150, 1000, null, null, null, null, null],
  );
});
