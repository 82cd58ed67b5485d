/** Grey metrics on pictures whose figures can be worked out by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eye, greyScore, strayPixels, strays } from '../../../../benchmarks/native/quality/grey-metrics.ts';
import { draw, drawGrey, toLinear } from '../../../../benchmarks/native/quality/image.ts';
import { blurredSsim, gaussianBlur } from '../../../../benchmarks/native/quality/ssim.ts';
import {
  blockMeans,
  flatMean,
  TONE_HEIGHT,
  TONE_WIDTH,
  toneError,
} from '../../../../benchmarks/native/quality/tone.ts';

const SIZE = 64;
const grey = (code: number) => drawGrey('grey', SIZE, SIZE, () => code);

test('the eye passes all of an even light, half of a grating of about 4 cycles, and less of slanted ones', () => {
  assert.equal(eye(0, 0), 1);
  const half = Math.LN2 * (0.525 * Math.log(60) + 3.91);
  assert.ok(Math.abs(eye(half, 0) - 0.5) < 1e-12 && half > 4 && half < 4.5);
  assert.ok(eye(4, Math.PI / 4) < eye(4, Math.PI / 2));
});

test('a picture that is too light by one amount has the PSNR of that amount, in both domains', () => {
  const { code, linear } = greyScore(grey(140), grey(130), 25);
  assert.ok(Math.abs(code - 20 * Math.log10(255 / 10)) < 1e-6);
  assert.ok(Math.abs(linear + 20 * Math.log10(toLinear(140) - toLinear(130))) < 1e-6);
});

test('a grating of pixel columns counts as much as the eye passes of it', () => {
  const width = 960;
  const columns = drawGrey('columns', width, SIZE, (x) => 128 + (x % 2 === 0 ? 40 : -40));
  const mean = drawGrey('mean', width, SIZE, () => 128);
  const { code } = greyScore(columns, mean, 24);
  assert.ok(Math.abs(code + 20 * Math.log10((40 / 255) * eye(12, 0))) < 0.2, `${code}`);
});

test('strays are counted among pure pixels only, within the part that is asked for', () => {
  const source = drawGrey('source', 100, 10, (x) => (x < 50 ? 255 : 100));
  const output = draw('output', 100, 10, (x, y) =>
    x === 3 && y < 5 ? [255, 255, 254] : x < 50 ? [255, 255, 255] : [0, 0, 0],
  );
  assert.equal(strays(output, source), 100);
  assert.deepEqual(strayPixels(output, source), [3, 103, 203, 303, 403]);
  assert.equal(strays(output, source, [3, 0, 1, 5]), 10_000);
  assert.equal(strays(output, source, [10, 0, 20, 10]), 0);
  assert.equal(strays(output, source, [60, 0, 20, 10]), 0);
});

test('a tone is the mean of a flat without its first rows', () => {
  const flat = Float64Array.from({ length: TONE_WIDTH * TONE_HEIGHT }, (_, i) =>
    i < TONE_WIDTH * 16 ? 255 : i % 4,
  );
  assert.equal(flatMean(flat), 1.5);
  assert.deepEqual(toneError([1, 2, 6], [1, 2, 3]), { max: 3, rms: Math.sqrt(3) });
});

test('block means leave out what is no whole block', () => {
  assert.deepEqual(blockMeans([1, 3, 9, 5, 7, 9], 3, 2, 2), [4]);
});

test('equal pictures have a similarity of 1, inverted ones less than 0', () => {
  const wave = Float64Array.from({ length: SIZE * SIZE }, (_, i) => 128 + 100 * Math.sin(i / 9));
  assert.ok(Math.abs(blurredSsim(wave, wave, SIZE, SIZE) - 1) < 1e-12);
  assert.ok(
    blurredSsim(
      wave.map((value) => 255 - value),
      wave,
      SIZE,
      SIZE,
    ) < 0,
  );
});

test('a blur keeps what is even, and spreads a dot without loss', () => {
  const even = gaussianBlur(new Float64Array(SIZE * SIZE).fill(7), SIZE, SIZE, 1.5);
  assert.ok(even.every((value) => Math.abs(value - 7) < 1e-9));
  const dot = new Float64Array(SIZE * SIZE);
  dot[20 * SIZE + 20] = 1;
  const spread = gaussianBlur(dot, SIZE, SIZE, 1.5);
  assert.ok(Math.abs(spread.reduce((sum, value) => sum + value, 0) - 1) < 1e-9);
  assert.ok(Math.abs((spread[20 * SIZE + 20] ?? 0) - 1 / (2 * Math.PI * 1.5 ** 2)) < 0.001);
});
