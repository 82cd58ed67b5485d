import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cssTransform } from '../../../../src/pictures/svg/style/css-transform.ts';

for (const [css, attribute] of [
  ['translate(10px, 20px)', 'translate(10 20)'],
  ['translate(10px)', 'translate(10)'],
  ['translateX(1in) translateY(-2px)', 'translate(96 0) translate(0 -2)'],
  ['rotate(45deg)', 'rotate(45)'],
  ['rotate(0.5turn)', 'rotate(180)'],
  ['scale(2)', 'scale(2 2)'],
  ['scale(2, 3)', 'scale(2 3)'],
  ['scaleX(2)', 'scale(2 1)'],
  ['skewX(10deg)', 'skewX(10)'],
  ['matrix(1, 0, 0, 1, 5, 6)', 'matrix(1 0 0 1 5 6)'],
  ['none', ''],
  ['translate3d(1px, 2px, 3px)', ''],
  ['rotate(1furlong)', ''],
  ['translate(50%)', ''],
  ['rotate(45deg) translate(x)', 'rotate(45)'],
] as const) {
  test(`${css} becomes "${attribute}"`, () => assert.equal(cssTransform(css), attribute));
}
