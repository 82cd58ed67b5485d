import assert from 'node:assert/strict';
import { it } from 'node:test';
import { luaFailure, luaValue } from '../run-lua.ts';

const X = { globals: { layout: { scale: 2.34 } } };

it('scales fonts exactly and pixels to whole numbers', () => {
  assert.deepEqual(luaValue('return { scale_font(10), scale_pixel(10), math.type(scale_pixel(10)) }', X), [
    23.4,
    23,
    'integer',
  ]);
  assert.deepEqual(luaValue('return { scale_font(10), scale_pixel(10.5), scale_pixel(-3) }'), [10, 11, -3]);
});

it('uses the layout of the server, also when the script changes its table', () => {
  assert.equal(luaValue('layout = { scale = 9 } return scale_pixel(100)', X), 234);
});

it('makes grey ramps from black to white with a text colour that is readable on each', () => {
  assert.deepEqual(luaValue('return greys(4)'), [
    { value: 0, color: '#000000', text_color: '#ffffff' },
    { value: 85, color: '#555555', text_color: '#ffffff' },
    { value: 170, color: '#aaaaaa', text_color: '#000000' },
    { value: 255, color: '#ffffff', text_color: '#000000' },
  ]);
  assert.equal(luaValue('return #greys(256)'), 256);
});

it('refuses invalid counts and lengths', () => {
  for (const count of ['1', '257', '2.5', '0/0', '-4']) {
    assert.match(luaFailure(`greys(${count})`).message, /a whole number from 2 to 256 expected/);
  }
  assert.match(luaFailure('scale_font("big")').message, /number expected, got string/);
});
