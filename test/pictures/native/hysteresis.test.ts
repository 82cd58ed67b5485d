import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dither } from '../../../src/pictures/native/dither.ts';
import { encodePng } from '../../../src/pictures/native/encode-png.ts';
import {
  evenGreys,
  FOUR_GREYS,
  greyPixels,
  noiseBytes,
  SIX_INKS,
} from '../../support/pictures/kernel-pictures.ts';

const size = { widthPx: 160, heightPx: 120 };
const PIXELS = size.widthPx * size.heightPx;
const STRENGTHS = [0, 0.1, 0.3, 1];

describe('hysteresis', () => {
  it('makes files of textured pictures smaller, the more the higher it is, seeds 1 to 3', () => {
    for (const palette of [evenGreys(2), FOUR_GREYS, evenGreys(16), SIX_INKS]) {
      for (const seed of [1, 2, 3]) {
        const grain = noiseBytes(PIXELS * 4, seed);
        const rgba = Uint8Array.from(grain, (byte, i) =>
          i % 4 === 3 ? 255 : 90 + (i % 640) / 10 + (byte >> 4),
        );
        const sizes = STRENGTHS.map((hysteresis) => {
          const options = { ...size, palette, noiseScale: 0, hysteresis };
          return encodePng(dither(rgba, options), options).length;
        });
        const told = `${palette.length} inks, seed ${seed}: ${sizes.join()}`;
        assert.ok((sizes[3] ?? 0) < (sizes[0] ?? 0) * 0.9 && (sizes[2] ?? 0) <= (sizes[0] ?? 0), told);
      }
    }
  });

  it('keeps the tone of flat areas', () => {
    for (const grey of [20, 77, 128, 200, 240]) {
      const rgba = greyPixels(size.widthPx, size.heightPx, () => grey);
      for (const hysteresis of STRENGTHS) {
        const indices = dither(rgba, { ...size, palette: FOUR_GREYS, noiseScale: 0, hysteresis });
        const mean = indices.reduce((sum, index) => sum + index * 85, 0) / PIXELS;
        assert.ok(Math.abs(mean - grey) < 1.5, `grey ${grey}, hysteresis ${hysteresis}: ${mean}`);
      }
    }
  });

  it('does nothing at 0, and is refused beyond 1', () => {
    const rgba = noiseBytes(PIXELS * 4, 5);
    for (const palette of [FOUR_GREYS, SIX_INKS]) {
      assert.deepEqual(dither(rgba, { ...size, palette, hysteresis: 0 }), dither(rgba, { ...size, palette }));
      assert.throws(() => dither(rgba, { ...size, palette, hysteresis: 1.1 }), /hysteresis/);
    }
  });

  it('leaves pure black and white as they are', () => {
    const bits = noiseBytes(PIXELS, 9);
    const rgba = greyPixels(size.widthPx, size.heightPx, (x, y) =>
      (bits[y * size.widthPx + x] ?? 0) > 99 ? 255 : 0,
    );
    for (const palette of [FOUR_GREYS, SIX_INKS]) {
      const white = palette.indexOf('#ffffff');
      const indices = dither(rgba, { ...size, palette, hysteresis: 1 });
      assert.ok(indices.every((index, i) => index === (rgba[i * 4] === 255 ? white : 0)));
    }
  });
});
