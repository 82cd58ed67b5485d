/** S-CIELAB: what it must do with flats, with distance, and with gratings of light and of colour. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  draw,
  drawGrey,
  type Image,
  type Rgb,
  toLinear,
} from '../../../../benchmarks/native/quality/image.ts';
import { ciede2000, labOf, type Triple, xyzOf } from '../../../../benchmarks/native/quality/lab.ts';
import { pixelsPerDegree, scielab } from '../../../../benchmarks/native/quality/scielab.ts';

/** Seven periods of the gratings, whose mirror images go on without a seam. */
const SIZE = 56;
const flat = (colour: Rgb): Image => draw('flat', SIZE, SIZE, () => colour);

function seen(output: Image, reference: Image, samples: number): number {
  return scielab(output, reference, [samples])[0]?.all ?? Number.NaN;
}

test('a panel of 125 pixels an inch has 25.8 of them in a degree at 30 cm', () => {
  assert.ok(Math.abs(pixelsPerDegree(30, 125) - 25.77) < 0.01);
});

test('equal pictures do not differ', () => {
  const picture = draw('picture', SIZE, SIZE, (x, y) => [x * 2, y * 2, (x * y) % 256]);
  assert.ok(seen(picture, picture, 26) < 1e-6);
});

test('flats differ by the difference of their colours, from any distance', () => {
  const one: Rgb = [200, 40, 90];
  const two: Rgb = [180, 70, 60];
  const lab = (codes: Rgb): Triple => labOf(xyzOf(codes.map(toLinear) as unknown as Triple));
  for (const samples of [5, 26, 52]) {
    assert.ok(Math.abs(seen(flat(one), flat(two), samples) - ciede2000(lab(one), lab(two))) < 1e-6);
  }
});

test('a fine checkerboard comes to look like the grey of its mean light from further away', () => {
  const board = drawGrey('board', SIZE, SIZE, (x, y) => ((x + y) % 2) * 255);
  const grey = flat([188, 188, 188]);
  const [near = 0, far = 0, further = 0] = [13, 26, 104].map((samples) => seen(board, grey, samples));
  assert.ok(near > 10 && far < near / 2 && further < 0.5, `${near}, ${far}, ${further}`);
});

test('a grating of light fades as the published Gaussians say', () => {
  const grating = drawGrey('grating', SIZE, SIZE, (x) => 128 + 12 * Math.cos((2 * Math.PI * (x + 0.5)) / 8));
  const mean = flat([128, 128, 128]);
  const ratio = seen(grating, mean, 60) / seen(grating, mean, 30);
  // 3.75 and 7.5 cycles a degree through all three channels, worked out apart from the program. Light alone would
  // fade to 0.709: a grey is not quite neutral to the colour channels.
  assert.ok(Math.abs(ratio / 0.755 - 1) < 0.02, `${ratio}`);
});

test('a grating of colour is seen less than one of light, and greys are nearly neutral to the colour channels', () => {
  const wave = (x: number): number => Math.sign(Math.cos((2 * Math.PI * (x + 0.5)) / 8));
  // Red and green of one luminance, and two greys as far apart.
  const colour = draw('colour', SIZE, SIZE, (x) => (wave(x) > 0 ? [200, 100, 128] : [80, 148, 128]));
  const light = drawGrey('light', SIZE, SIZE, (x) => 128 + 40 * wave(x));
  const contrast = (grating: Image, mean: Rgb): number =>
    seen(grating, flat(mean), 60) / seen(grating, flat(mean), 5);
  assert.ok(contrast(colour, [154, 127, 128]) < 0.75 * contrast(light, [134, 134, 134]));
});

test('a mask chooses the pixels of the second mean', () => {
  const output = draw('half', SIZE, SIZE, (x) => (x < SIZE / 2 ? [255, 255, 255] : [0, 0, 0]));
  const mask = Uint8Array.from({ length: SIZE * SIZE }, (_, i) => (i % SIZE < SIZE / 4 ? 1 : 0));
  const [difference] = scielab(output, flat([255, 255, 255]), [400], mask);
  assert.ok(difference !== undefined && difference.all > difference.masked);
  const none = scielab(output, output, [26], new Uint8Array(SIZE * SIZE));
  assert.ok(Number.isNaN(none[0]?.masked));
});
