import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ComputedFont,
  computeFont,
  INITIAL_FONT,
  parseFamilies,
} from '../../../../src/pictures/svg/style/font-style.ts';
import { byId, parsed } from '../../../support/pictures/svg-documents.ts';

/** Computed font of an element with these attributes. */
function font(attributes: Readonly<Record<string, string>>, inherited = INITIAL_FONT): ComputedFont {
  const element = byId(parsed('<text id="x"/>'), 'x');
  Object.assign(element.attributes, attributes);
  return computeFont(element, inherited);
}

const weight = (value: string, inherited = INITIAL_FONT): number =>
  font({ 'font-weight': value }, inherited).weight;

test('text without a weight is 400', () => assert.equal(INITIAL_FONT.weight, 400));

test('an element that says nothing shares the font of its parent', () => {
  assert.equal(font({ fill: 'red' }), INITIAL_FONT);
});

test('equal values under one parent give one object', () => {
  assert.equal(font({ 'font-weight': '650' }), font({ 'font-weight': '650' }));
});

for (const [value, expected] of [
  ['normal', 400],
  ['bold', 700],
  ['1', 1],
  ['650', 650],
  ['1000', 1000],
  ['0', 400],
  ['1001', 400],
  ['heavy', 400],
  ['', 400],
] as const) {
  test(`font-weight "${value}" is ${expected}`, () => assert.equal(weight(value), expected));
}

for (const [parent, bolder, lighter] of [
  ['300', 400, 100],
  ['400', 700, 100],
  ['600', 900, 400],
  ['900', 900, 700],
] as const) {
  test(`bolder and lighter than ${parent} are ${bolder} and ${lighter}`, () => {
    const inherited = font({ 'font-weight': parent });
    assert.deepEqual([weight('bolder', inherited), weight('lighter', inherited)], [bolder, lighter]);
  });
}

test('the words of all properties are understood', () => {
  const bold = font({ 'font-weight': 'bold', 'font-style': 'italic' });
  assert.equal(font({ 'font-weight': 'inherit' }, bold).weight, 700);
  assert.equal(font({ 'font-weight': 'initial' }, bold).weight, 400);
  assert.equal(font({ 'font-style': 'unset' }, bold).style, 'italic');
});

test('families may be quoted, and quotes may hold commas', () => {
  assert.deepEqual(parseFamilies(`Arial, "A, B" , 'C  D',serif`), ['Arial', 'A, B', 'C D', 'serif']);
  assert.equal(parseFamilies(' , '), null);
});

test('stretch is a word or a percentage', () => {
  assert.equal(font({ 'font-stretch': 'condensed' }).stretchPercent, 75);
  assert.equal(font({ 'font-stretch': '88%' }).stretchPercent, 88);
  assert.equal(font({ 'font-stretch': 'wide' }).stretchPercent, 100);
});

test('variation settings are read, and a list with a fault has no effect', () => {
  const settings = (value: string) => [...font({ 'font-variation-settings': value }).variations];
  assert.deepEqual(settings(`"wght" 650, 'opsz' 12.5`), [
    ['wght', 650],
    ['opsz', 12.5],
  ]);
  assert.deepEqual(settings('"wght" 650, opsz 12'), []);
  assert.deepEqual(settings('"toolong" 1'), []);
  assert.deepEqual(settings('normal'), []);
});

test('oblique with an angle is oblique', () => {
  assert.equal(font({ 'font-style': 'oblique 10deg' }).style, 'oblique');
});
