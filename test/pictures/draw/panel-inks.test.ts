import assert from 'node:assert/strict';
import { it, test } from 'node:test';
import { ditherOptions, panelInks } from '../../../src/pictures/draw/panel-inks.ts';
import { dither } from '../../../src/pictures/native/dither.ts';
import { noiseBytes, SIX_INKS } from '../../support/pictures/kernel-pictures.ts';
import { spec } from '../../support/pictures/raster-jobs.ts';
import { renderSpec } from '../../support/pictures/render-spec.ts';

const SPECTRA = ['#000000', '#ffffff', '#ffff00', '#ff0000', '#0000ff', '#00ff00'];

test('areas in an ink are solid, areas in any other colour are not', () => {
  const inks = panelInks(spec());
  assert.deepEqual([0x000000, 0x555555, 0xaaaaaa, 0xffffff, 0x545454, 0x0000ff].map(inks.solid), [
    0,
    1,
    2,
    3,
    null,
    null,
  ]);
  assert.deepEqual(inks.sent, new Set([0x000000, 0x555555, 0xaaaaaa, 0xffffff]));
});

test('every ink of a colour panel is solid, whatever it is dithered towards', () => {
  const measured = ['#1f2226', '#b9c7c9', '#d0c048', '#802428', '#263c7c', '#426058'];
  for (const changes of [{}, { measured, ditherMeasured: true }]) {
    const inks = panelInks(spec({ palette: SPECTRA, ...changes }));
    assert.deepEqual(
      SPECTRA.map((ink) => inks.solid(Number.parseInt(ink.slice(1), 16))),
      [0, 1, 2, 3, 4, 5],
    );
  }
});

test('a grey that is mixed from measured greys is not solid; black and white stay so', () => {
  const measured = ['#101010', '#606060', '#909090', '#e0e0e0'];
  const inks = panelInks(spec({ measured, ditherMeasured: true }));
  assert.deepEqual([0x000000, 0x555555, 0xffffff].map(inks.solid), [0, null, 3]);
});

test('black and white are solid on a grey panel that has neither, and white is not on a coloured one', () => {
  assert.deepEqual([0, 0xffffff].map(panelInks(spec({ palette: ['#202020', '#e0e0e0'] })).solid), [0, 1]);
  assert.equal(panelInks(spec({ palette: ['#000000', '#ff0000', '#c0ffc0'] })).solid(0xffffff), null);
});

test('the same panel is looked at once', () => {
  assert.equal(panelInks(spec()), panelInks(spec({ widthPx: 1872, heightPx: 1404 })));
  assert.notEqual(panelInks(spec()), panelInks(spec({ tuning: { strength: 0.5 } })));
});

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
