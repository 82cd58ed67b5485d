/** Texture metrics on dots whose order, or lack of it, is known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blueNoise, FLAT_HEIGHT, FLAT_WIDTH } from '../../../../benchmarks/native/quality/blue-noise.ts';
import { randomSource } from '../../../../benchmarks/native/quality/image.ts';
import { worms } from '../../../../benchmarks/native/quality/worms.ts';

function dots(on: (x: number, y: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: FLAT_WIDTH * FLAT_HEIGHT }, (_, i) =>
    on(i % FLAT_WIDTH, Math.floor(i / FLAT_WIDTH)) ? 1 : 0,
  );
}

function white(share: number): Uint8Array {
  const random = randomSource(11);
  return dots(() => random() < share);
}

test('white noise has as much power at low frequencies as everywhere, no peak and no direction', () => {
  const { lowFrequency, peakDb, anisotropyDb } = blueNoise(white(0.25), 0.25);
  assert.ok(Math.abs(lowFrequency - 1) < 0.1, `${lowFrequency}`);
  assert.ok(peakDb < 4.5, `${peakDb}`);
  assert.ok(anisotropyDb < -12, `${anisotropyDb}`);
});

test('a checkerboard is all peak and has no low frequencies', () => {
  const { lowFrequency, peakDb } = blueNoise(
    dots((x, y) => (x + y) % 2 === 0),
    0.5,
  );
  assert.ok(lowFrequency < 0.001, `${lowFrequency}`);
  assert.ok(peakDb > 25, `${peakDb}`);
});

test('lines have a direction', () => {
  const { anisotropyDb } = blueNoise(
    dots((x) => x % 4 === 0),
    0.25,
  );
  assert.ok(anisotropyDb > 5, `${anisotropyDb}`);
});

test('a square grid of dots stands one side apart, all alike', () => {
  const found = worms(
    dots((x, y) => x % 4 === 0 && y % 4 === 0),
    1,
  );
  assert.ok(found !== null && Math.abs(found.spacing - 1) < 0.01 && found.variation < 0.001);
});

test('a honeycomb stands further apart, chance nearer', () => {
  const honeycomb = worms(
    dots((x, y) => y % 7 === 0 && (x + (y % 14 === 0 ? 0 : 4)) % 8 === 0),
    1,
  );
  assert.ok(honeycomb !== null && Math.abs(honeycomb.spacing - 1.07) < 0.02, `${honeycomb?.spacing}`);
  const chance = worms(white(0.01), 1);
  assert.ok(chance !== null && Math.abs(chance.spacing - 0.5) < 0.05, `${chance?.spacing}`);
  assert.ok(Math.abs(chance.variation - 0.52) < 0.06, `${chance.variation}`);
});

test('a handful of dots is not judged', () => {
  assert.equal(
    worms(
      dots((x, y) => x === y && x < 50),
      1,
    ),
    null,
  );
});
