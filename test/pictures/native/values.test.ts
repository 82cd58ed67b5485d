import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dither, encodePng } from '../../../src/pictures/native/index.ts';
import { FOUR_GREYS, noiseBytes, randomIndices, SIX_INKS } from '../../support/pictures/kernel-pictures.ts';

const size = { widthPx: 24, heightPx: 16 };
const pixels = size.widthPx * size.heightPx;
const rgba = noiseBytes(pixels * 4, 31);
const indices = randomIndices(pixels, 4, 32);

/** Call with options of any type, as JavaScript may. */
const ditherAny = dither as (rgba: unknown, options: unknown) => Uint8Array;
const encodeAny = encodePng as (indices: unknown, options: unknown) => Buffer;

const TUNING = ['maxError', 'noiseScale', 'chromaClamp', 'strength'] as const;
const PALETTES = [FOUR_GREYS, SIX_INKS];

describe('values of options of dither and encodePng', () => {
  it('refuses NaN in every number, and says so', () => {
    for (const field of ['widthPx', 'heightPx', ...TUNING]) {
      const expected = { name: 'RangeError', message: new RegExp(`^${field}: expected .* got NaN$`) };
      assert.throws(() => ditherAny(rgba, { ...size, palette: SIX_INKS, [field]: Number.NaN }), expected);
    }
    for (const field of ['widthPx', 'heightPx', 'minBytes']) {
      const expected = { name: 'RangeError', message: new RegExp(`^${field}: expected .* got NaN$`) };
      assert.throws(
        () => encodeAny(indices, { ...size, palette: FOUR_GREYS, [field]: Number.NaN }),
        expected,
      );
    }
  });

  it('takes -0 for 0, which is no size', () => {
    for (const palette of PALETTES) {
      for (const field of TUNING) {
        const zero = dither(rgba, { ...size, palette, [field]: 0 });
        assert.deepEqual(dither(rgba, { ...size, palette, [field]: -0 }), zero, field);
      }
    }
    const options = { ...size, palette: FOUR_GREYS };
    assert.deepEqual(encodePng(indices, { ...options, minBytes: -0 }), encodePng(indices, options));
    for (const edge of ['widthPx', 'heightPx']) {
      assert.throws(() => ditherAny(rgba, { ...options, [edge]: -0 }), RangeError);
      assert.throws(() => encodeAny(indices, { ...options, [edge]: -0 }), RangeError);
    }
  });

  it('takes the smallest numbers there are for 0, as a share of the error', () => {
    for (const palette of PALETTES) {
      for (const field of ['maxError', 'noiseScale', 'strength'] as const) {
        const zero = dither(rgba, { ...size, palette, [field]: 0 });
        assert.deepEqual(dither(rgba, { ...size, palette, [field]: Number.MIN_VALUE }), zero, field);
      }
      // Any colour at all lies above this clamp, and none below it.
      const tiny = dither(rgba, { ...size, palette, chromaClamp: Number.MIN_VALUE });
      assert.deepEqual(dither(rgba, { ...size, palette, chromaClamp: 1e-9 }), tiny);
    }
  });

  it('ignores options that it does not know', () => {
    const options = { ...size, palette: SIX_INKS };
    const extra = {
      ...options,
      colour: 'red',
      width: 3,
      noise_scale: Number.NaN,
      [Symbol('own')]: 1,
      toString: null,
    };
    assert.deepEqual(ditherAny(rgba, extra), dither(rgba, options));
    assert.deepEqual(encodeAny(indices, extra), encodePng(indices, options));
    assert.deepEqual(ditherAny(rgba, Object.assign(Object.create(null), options)), dither(rgba, options));
  });

  it('changes nothing that it is given', () => {
    for (const palette of PALETTES) {
      for (const algorithm of ['floyd-steinberg', 'stucki']) {
        for (const premultiplied of [false, true]) {
          const given = {
            ...size,
            palette: [...palette],
            measured: palette.map((_, i) => `#${((i * 40 + 16) * 0x10101).toString(16).padStart(6, '0')}`),
            ditherMeasured: true,
            algorithm,
            premultiplied,
            tone: noiseBytes(pixels, 33).map((byte) => byte & 1),
          };
          const before = structuredClone(given);
          const own = rgba.slice();
          const result = dither(own, given);
          assert.deepEqual(own, rgba);
          assert.deepEqual(given, before);
          const drawn = result.slice();
          encodePng(result, given);
          assert.deepEqual(result, drawn);
          assert.deepEqual(given, before);
        }
      }
    }
  });

  it('takes options that are frozen', () => {
    const frozen = Object.freeze({ ...size, palette: Object.freeze([...FOUR_GREYS]) });
    assert.equal(dither(rgba, frozen).length, pixels);
    assert.ok(encodePng(indices, frozen).length > 0);
  });
});
