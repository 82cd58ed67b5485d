/** Holds equal what both TypeScript and the kernel write down. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DITHER_ALGORITHMS } from '../../../src/domain/algorithm.ts';
import { TUNING_KEYS } from '../../../src/domain/tuning.ts';
import { OUTLINE_FORMAT } from '../../../src/pictures/fonts/outline.ts';
import { kernelConstants } from '../../../src/pictures/native/constants.ts';
import type { Effort } from '../../../src/pictures/native/encode-png.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';

const kernel = kernelConstants();

describe('the constants of the kernel', () => {
  it('name the algorithms and efforts that the types name, in the same order', () => {
    const efforts: readonly Effort[] = ['normal', 'best'];
    assert.deepEqual(kernel.algorithms, DITHER_ALGORITHMS);
    assert.deepEqual(kernel.efforts, efforts);
  });

  it('bound the dither numbers as configs do', () => {
    const ranges = Object.values(TUNING_KEYS).map(({ field, min, max }) => [field, { min, max }]);
    const expected = Object.entries(kernel.tuning).map(([field, { min, max }]) => [field, { min, max }]);
    assert.deepEqual(Object.fromEntries(ranges), Object.fromEntries(expected));
  });

  it('allow every picture that the server allows', () => {
    assert.deepEqual([kernel.minInks, kernel.maxInks], [LIMITS.paletteMinInks, LIMITS.paletteMaxInks]);
    assert.ok(kernel.maxEdgePx >= LIMITS.pictureEdgePx);
    assert.ok(kernel.maxPixels >= LIMITS.picturePixels);
    assert.ok(kernel.maxPaddedBytes >= LIMITS.pngBytesLarge);
  });

  it('describe outlines as the fonts write them', () => {
    assert.deepEqual(kernel.outline, OUTLINE_FORMAT);
  });

  it('cannot be changed', () => {
    assert.ok(
      [kernel, kernel.algorithms, kernel.efforts, kernel.outline, kernel.tuning].every(Object.isFrozen),
    );
    assert.ok(Object.values(kernel.tuning).every(Object.isFrozen));
  });
});
