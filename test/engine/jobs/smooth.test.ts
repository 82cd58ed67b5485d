import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SMOOTHINGS, smoothed } from '../../../src/engine/jobs/smooth.ts';
import { greyPixels, noiseBytes } from '../../support/pictures/kernel-pictures.ts';

const [WIDTH, HEIGHT] = [40, 24];
const GRADES = Array.from({ length: SMOOTHINGS }, (_, i) => i + 1);

/** The mean difference of neighbours in a row. */
function texture(rgba: Uint8Array): number {
  let sum = 0;
  for (let at = 4; at < rgba.length; at += 4) {
    if ((at / 4) % WIDTH > 0) sum += Math.abs((rgba[at] ?? 0) - (rgba[at - 4] ?? 0));
  }
  return sum / (rgba.length / 4);
}

describe('smoothed', () => {
  it('takes texture away, more with each grade, and keeps the tone', () => {
    for (const seed of [1, 2, 3]) {
      const grain = noiseBytes(WIDTH * HEIGHT, seed);
      const rgba = greyPixels(WIDTH, HEIGHT, (x, y) => 120 + ((grain[y * WIDTH + x] ?? 0) % 16));
      const before = rgba.slice();
      const textures = [
        texture(rgba),
        ...GRADES.map((grade) => texture(smoothed(rgba, WIDTH, HEIGHT, grade))),
      ];
      for (const [i, now] of textures.entries()) {
        assert.ok(i === 0 || now < (textures[i - 1] ?? 0), `seed ${seed}: ${textures.join()}`);
      }
      const strongest = smoothed(rgba, WIDTH, HEIGHT, SMOOTHINGS);
      const mean = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum + byte, 0) / bytes.length;
      assert.ok(Math.abs(mean(strongest) - mean(rgba)) < 0.5, `seed ${seed}`);
      assert.deepEqual(rgba, before, 'the picture itself is left alone');
    }
  });

  it('leaves edges where they are', () => {
    const rgba = greyPixels(WIDTH, HEIGHT, (x, y) => (x < 17 ? 60 : 140) + (y < 9 ? 0 : 80));
    for (const grade of GRADES) assert.deepEqual(smoothed(rgba, WIDTH, HEIGHT, grade), rgba);
  });

  it('leaves pure black and white as they are', () => {
    const rgba = greyPixels(WIDTH, HEIGHT, (x, y) => [0, 10, 246, 255][(x * 7 + y * 3) % 4] ?? 0);
    for (const grade of GRADES) {
      const after = smoothed(rgba, WIDTH, HEIGHT, grade);
      for (const [at, byte] of rgba.entries()) {
        if (byte === 0 || (byte === 255 && rgba[at - (at % 4)] === 255)) assert.equal(after[at], byte);
      }
    }
  });

  it('has a known number of grades', () => {
    assert.throws(() => smoothed(new Uint8Array(4), 1, 1, SMOOTHINGS + 1), /grade: expected 1 to 4, got 5/);
  });
});
