/** The Fourier transform on inputs whose transform is known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  complexPlane,
  fft2d,
  inverseFft2d,
  powerOfTwo,
} from '../../../../benchmarks/native/quality/fft.ts';
import { randomSource } from '../../../../benchmarks/native/quality/image.ts';

test('an impulse has all frequencies alike', () => {
  const plane = complexPlane(16, 8);
  plane.re[0] = 1;
  fft2d(plane);
  for (const [i, value] of plane.re.entries()) {
    assert.ok(Math.abs(value - 1) < 1e-12 && Math.abs(at(plane.im, i)) < 1e-12);
  }
});

test('a slanted wave has one frequency and its opposite', () => {
  const plane = complexPlane(32, 16);
  for (let i = 0; i < plane.re.length; i++) {
    const phase = ((i % 32) * 3) / 32 + (Math.floor(i / 32) * 5) / 16;
    plane.re[i] = Math.cos(2 * Math.PI * phase);
  }
  fft2d(plane);
  const strong = [...plane.re.entries()].filter(([i]) => Math.hypot(at(plane.re, i), at(plane.im, i)) > 1e-9);
  assert.deepEqual(
    strong.map(([i, value]) => [i % 32, Math.floor(i / 32), Math.round(value)]),
    [
      [3, 5, 256],
      [29, 11, 256],
    ],
  );
});

test('the inverse gives back what went in', () => {
  const random = randomSource(3);
  const plane = complexPlane(64, 32);
  for (let i = 0; i < plane.re.length; i++) {
    plane.re[i] = random();
    plane.im[i] = random();
  }
  const before = { re: plane.re.slice(), im: plane.im.slice() };
  fft2d(plane);
  inverseFft2d(plane);
  for (const [i, value] of before.re.entries()) {
    assert.ok(
      Math.abs(value - at(plane.re, i)) < 1e-12 && Math.abs(at(before.im, i) - at(plane.im, i)) < 1e-12,
    );
  }
});

test('sizes are rounded up to powers of two', () => {
  assert.deepEqual([1, 2, 3, 64, 65].map(powerOfTwo), [1, 2, 4, 64, 128]);
});
