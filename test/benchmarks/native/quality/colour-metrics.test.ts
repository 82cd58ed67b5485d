/** Colour metrics on palettes and flats whose answers are known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  COLOUR_FLAT_HEIGHT,
  COLOUR_FLAT_WIDTH,
  chromaticShare,
  flatBias,
  mixableColours,
} from '../../../../benchmarks/native/quality/colour-metrics.ts';
import { gamutOf } from '../../../../benchmarks/native/quality/gamut.ts';
import { draw, type Rgb } from '../../../../benchmarks/native/quality/image.ts';
import { adapted, BWRY, SPECTRA_6 } from '../../../../benchmarks/native/quality/palettes.ts';

const flat = (colour: (x: number, y: number) => Rgb) =>
  draw('flat', COLOUR_FLAT_WIDTH, COLOUR_FLAT_HEIGHT, colour);

test('the corners of the colour cube mix every colour', () => {
  const cube = ['#000000', '#0000ff', '#00ff00', '#00ffff', '#ff0000', '#ff00ff', '#ffff00', '#ffffff'];
  const inside = gamutOf(cube);
  for (const code of [0, 1, 99, 254, 255]) {
    assert.ok(inside(code, 255 - code, 128) && inside(code, code, code) && inside(255, code, 0));
  }
});

test('black, white, red and yellow mix greys and orange, not blue or green', () => {
  const inside = gamutOf(BWRY);
  assert.ok(inside(128, 128, 128) && inside(255, 128, 0) && inside(255, 0, 0) && inside(255, 255, 255));
  assert.ok(!inside(0, 0, 255) && !inside(0, 255, 0) && !inside(120, 128, 128));
});

test('six inks mix no cyan, and greys mix greys alone', () => {
  assert.ok(!gamutOf(SPECTRA_6)(0, 255, 255) && gamutOf(SPECTRA_6)(60, 60, 200));
  const greys = gamutOf(['#000000', '#555555', '#ffffff']);
  assert.ok(greys(0, 0, 0) && greys(77, 77, 77) && greys(255, 255, 255));
});

test('colours to mix are the same every time and all inside', () => {
  const inside = gamutOf(BWRY);
  const colours = mixableColours(inside, 5, 1);
  assert.deepEqual(colours, mixableColours(inside, 5, 1));
  assert.ok(colours.length === 5 && colours.every((colour) => inside(...colour)));
});

test('a flat of its own colour has no bias, and a checkerboard that of its mean light', () => {
  const own: Rgb = [10, 200, 30];
  assert.ok(
    flatBias(
      flat(() => own),
      own,
    ) < 1e-6,
  );
  const board = flat((x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [0, 0, 0]));
  assert.ok(flatBias(board, [188, 188, 188]) < 0.2);
  assert.ok(flatBias(board, [128, 128, 128]) > 15);
});

test('coloured pixels are those whose channels differ', () => {
  const picture = draw('picture', 10, 10, (x, y) => (y === 0 && x < 3 ? [9, 9, 8] : [9, 9, 9]));
  assert.equal(chromaticShare(picture), 0.03);
});

test('an adapted eye sees the black and white of a panel as such, and the rest between them', () => {
  assert.deepEqual(adapted(['#202020', '#e0e0e0', '#808080']).slice(0, 2), ['#000000', '#ffffff']);
  assert.deepEqual(adapted(['#000000', '#ffffff', '#123456']), ['#000000', '#ffffff', '#123456']);
});
