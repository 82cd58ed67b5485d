import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  FOUR_GREYS,
  isGrey,
  measuredOfPalette,
  parseColours,
  parsePalette,
} from '../../src/domain/palette.ts';

it('reads comma-separated text and lists into lower case, in order', () => {
  assert.deepEqual(parsePalette(' #FFFFFF , #00ff00,#000000'), ['#ffffff', '#00ff00', '#000000']);
  assert.deepEqual(parsePalette(['#000000', '#FFFFFF']), ['#000000', '#ffffff']);
  assert.deepEqual(parsePalette(FOUR_GREYS.join(',')), FOUR_GREYS);
});

it('keeps a repeated colour once', () => {
  assert.deepEqual(parsePalette('#000000,#ffffff,#000000'), ['#000000', '#ffffff']);
});

it('refuses malformed colours, too few and too many', () => {
  const many = Array.from({ length: 257 }, (_, n) => `#${n.toString(16).padStart(6, '0')}`);
  const bad = [
    '',
    '#000000',
    '#000000,#000000',
    '#000,#fff',
    '000000,ffffff',
    '#000000,',
    '#00000g,#ffffff',
    many,
  ];
  for (const source of [...bad, null, 5, {}, ['#000000', 5]]) assert.equal(parsePalette(source), null);
  assert.equal(parsePalette(many.slice(1))?.length, 256);
});

it('reads colours one by one, repeated ones too', () => {
  assert.deepEqual(parseColours('#AAAAAA, #aaaaaa'), ['#aaaaaa', '#aaaaaa']);
  assert.deepEqual(measuredOfPalette(['#1', '#2', '#3'], ['#a', '#a', '#b']), ['#1', '#3']);
});

it('tells greys from colours', () => {
  assert.deepEqual(['#000000', '#a0a0a0', '#a0a0a1', '#ff0000'].map(isGrey), [true, true, false, false]);
});
