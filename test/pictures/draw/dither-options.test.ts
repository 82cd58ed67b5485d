import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ditherOptions } from '../../../src/pictures/draw/dither-options.ts';
import { dither } from '../../../src/pictures/native/dither.ts';
import { noiseBytes, SIX_INKS } from '../../support/pictures/kernel-pictures.ts';
import { renderSpec } from '../../support/pictures/render-spec.ts';

const size = { widthPx: 96, heightPx: 64 };
const pixels = noiseBytes(96 * 64 * 4, 1);
const measured = ['#191e21', '#e8e8e8', '#b21318', '#efde44', '#2157ba', '#125f20'];

it('a spec in which nobody asks for anything is dithered with the defaults of the kernel', () => {
  assert.deepEqual(
    dither(pixels, ditherOptions(renderSpec({ ...size, palette: SIX_INKS }))),
    dither(pixels, { ...size, palette: SIX_INKS, premultiplied: true }),
  );
});

it('a spec hands over its algorithm and its numbers', () => {
  const spec = renderSpec({ ...size, palette: SIX_INKS, algorithm: 'stucki', tuning: { strength: 0.5 } });
  assert.deepEqual(
    dither(pixels, ditherOptions(spec)),
    dither(pixels, { ...size, palette: SIX_INKS, premultiplied: true, algorithm: 'stucki', strength: 0.5 }),
  );
});

it('measured colours count only where the spec says so, and are known', () => {
  const options = (changes: object) => ditherOptions(renderSpec({ ...size, palette: SIX_INKS, ...changes }));
  const plain = dither(pixels, options({}));
  assert.deepEqual(dither(pixels, options({ measured })), plain);
  assert.deepEqual(dither(pixels, options({ measured: null, ditherMeasured: true })), plain);
  assert.notDeepEqual(dither(pixels, options({ measured, ditherMeasured: true })), plain);
});
