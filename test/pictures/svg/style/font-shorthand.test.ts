import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFontShorthand } from '../../../../src/pictures/svg/style/font-shorthand.ts';

for (const [value, size, family, weight, style] of [
  ['12px serif', '12px', 'serif', '400', 'normal'],
  ['bold 12px serif', '12px', 'serif', 'bold', 'normal'],
  ['italic 600 18px/1.2 "A B", serif', '18px', '"A B", serif', '600', 'italic'],
  ['500 1.5em / 2 x', '1.5em', 'x', '500', 'normal'],
  ['normal normal large x', 'large', 'x', '400', 'normal'],
  ['oblique small-caps condensed 80% x', '80%', 'x', '400', 'oblique'],
  ['700 20 x', '20', 'x', '700', 'normal'],
] as const) {
  test(`"${value}" is taken apart`, () => {
    const long = parseFontShorthand(value);
    assert.deepEqual(
      [long?.['font-size'], long?.['font-family'], long?.['font-weight'], long?.['font-style']],
      [size, family, weight, style],
    );
  });
}

test('what is not mentioned is reset', () => {
  const long = parseFontShorthand('12px x');
  assert.deepEqual(
    [long?.['font-stretch'], long?.['font-variant'], long?.['font-variation-settings']],
    ['normal', 'normal', 'normal'],
  );
});

for (const value of ['', 'serif', '12px', 'caption', 'bold serif', 'nonsense 12px serif']) {
  test(`"${value}" has no effect`, () => assert.equal(parseFontShorthand(value), null));
}
