import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FontAxis, FontFace } from '../../../src/pictures/fonts/face.ts';
import type { WantedStyle } from '../../../src/pictures/fonts/match.ts';
import { axisLocation, chooseFace } from '../../../src/pictures/fonts/match.ts';

const PLAIN: WantedStyle = { weight: 400, style: 'normal', stretchPercent: 100, variations: new Map() };

function face(subfamily: string, style: Partial<FontFace> = {}): FontFace {
  return {
    file: '/f.ttf',
    index: 0,
    origin: 'custom',
    fingerprint: subfamily,
    families: ['F'],
    subfamily,
    weight: 400,
    widthPercent: 100,
    style: 'normal',
    axes: [],
    namedInstances: [],
    coloured: false,
    coverage: null,
    ...style,
  };
}

const axis = (tag: string, min: number, normal: number, max: number): FontAxis => ({
  tag,
  min,
  default: normal,
  max,
});
const weights = (...list: number[]): FontFace[] => list.map((weight) => face(`w${weight}`, { weight }));
const chosenWeight = (faces: FontFace[], weight: number): number | undefined =>
  chooseFace(faces, { ...PLAIN, weight })?.weight;

test('an exact weight wins', () => {
  assert.equal(chosenWeight(weights(300, 400, 700), 700), 700);
});

test('400 takes 500 before lighter ones, and 500 takes 400', () => {
  assert.equal(chosenWeight(weights(300, 500, 700), 400), 500);
  assert.equal(chosenWeight(weights(300, 700), 400), 300);
  assert.equal(chosenWeight(weights(400, 600), 500), 400);
  assert.equal(chosenWeight(weights(600, 900), 450), 600);
});

test('light text looks for lighter faces first, bold text for bolder ones', () => {
  assert.equal(chosenWeight(weights(100, 400), 300), 100);
  assert.equal(chosenWeight(weights(400, 700), 300), 400);
  assert.equal(chosenWeight(weights(500, 900), 600), 900);
  assert.equal(chosenWeight(weights(300, 400), 800), 400);
});

test('a variable face has every weight of its range', () => {
  const faces = [...weights(600), face('variable', { axes: [axis('wght', 200, 400, 900)] })];
  assert.equal(chooseFace(faces, { ...PLAIN, weight: 650 })?.subfamily, 'variable');
});

test('italic text takes italic, then oblique, then upright faces', () => {
  const upright = face('upright');
  const oblique = face('oblique', { style: 'oblique' });
  const italic = face('italic', { style: 'italic' });
  const wanted: WantedStyle = { ...PLAIN, style: 'italic' };
  assert.equal(chooseFace([upright, oblique, italic], wanted), italic);
  assert.equal(chooseFace([upright, oblique], wanted), oblique);
  assert.equal(chooseFace([upright], wanted), upright);
  assert.equal(chooseFace([italic, upright], PLAIN), upright);
});

test('width counts more than style, and style more than weight', () => {
  const wideItalicBold = face('a', { widthPercent: 125, style: 'italic', weight: 700 });
  const italic = face('b', { style: 'italic', weight: 300 });
  const bold = face('c', { weight: 700 });
  const wanted: WantedStyle = { ...PLAIN, style: 'italic', weight: 700 };
  assert.equal(chooseFace([wideItalicBold, italic, bold], wanted), italic);
});

test('narrow text prefers narrower faces, wide text wider ones', () => {
  const faces = [75, 87.5, 125].map((widthPercent) => face(`w${widthPercent}`, { widthPercent }));
  assert.equal(chooseFace(faces, { ...PLAIN, stretchPercent: 100 })?.widthPercent, 87.5);
  assert.equal(chooseFace(faces, { ...PLAIN, stretchPercent: 110 })?.widthPercent, 125);
});

test('there is no face in an empty family', () => {
  assert.equal(chooseFace([], PLAIN), undefined);
});

test('weight and width set their axes, within the range of the font', () => {
  const variable = face('v', { axes: [axis('wght', 200, 400, 900), axis('wdth', 75, 100, 100)] });
  const location = axisLocation(variable, { ...PLAIN, weight: 1000, stretchPercent: 62.5 });
  assert.deepEqual(location, [
    ['wght', 900],
    ['wdth', 75],
  ]);
});

test('variation settings beat weight, and axes nobody mentions stay at their default', () => {
  const variable = face('v', { axes: [axis('wght', 200, 400, 900), axis('opsz', 8, 20, 60)] });
  const variations = new Map([
    ['wght', 333.336],
    ['XXXX', 5],
  ]);
  assert.deepEqual(axisLocation(variable, { ...PLAIN, weight: 700, variations }), [
    ['wght', 333.34],
    ['opsz', 20],
  ]);
});

test('an upright font with a slant axis leans for oblique text', () => {
  const slanted = face('v', { axes: [axis('slnt', -10, 0, 0)] });
  assert.deepEqual(axisLocation(slanted, { ...PLAIN, style: 'oblique' }), [['slnt', -10]]);
  assert.deepEqual(axisLocation(slanted, PLAIN), [['slnt', 0]]);
});
