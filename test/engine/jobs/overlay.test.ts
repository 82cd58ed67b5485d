/** What stands over a picture: the picture around it is as without it, whatever is below. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FOUR_GREYS } from '../../../src/domain/palette.ts';
import type { Overlay } from '../../../src/engine/jobs/jobs.ts';
import { type DecodedPng, decodePng } from '../../support/pictures/decode-png.ts';
import { grain, rasterOf, SIXTEEN_GREYS, tryRaster } from '../../support/pictures/raster-jobs.ts';

const SVG = `<svg viewBox="0 0 80 48"><linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>
<rect width="80" height="48" fill="url(#g)"/><text x="2" y="44" font-size="20">Words below</text></svg>`;

const OVERLAY: Overlay = {
  svg: '<svg viewBox="0 0 20 10"><rect width="20" height="10" fill="#fff"/><rect x="1" y="1" width="6" height="8"/></svg>',
  x: 50,
  y: 30,
  widthPx: 20,
  heightPx: 10,
};

/** The colour at a place. */
function colourAt({ colours, widthPx }: DecodedPng, x: number, y: number): string {
  return colours[y * widthPx + x] ?? '';
}

/** The colours of a picture with the overlay laid over it. */
function withOverlay({ colours, widthPx }: DecodedPng): string[] {
  const covered = [...colours];
  for (let at = 0; at < 200; at += 1) {
    const [x, y] = [at % 20, Math.floor(at / 20)];
    const isInk = x >= 1 && x < 7 && y >= 1 && y < 9;
    covered[(OVERLAY.y + y) * widthPx + OVERLAY.x + x] = isInk ? '#000000' : '#ffffff';
  }
  return covered;
}

test('an overlay covers its place and changes nothing around it, in two inks and in four', async () => {
  for (const palette of [['#000000', '#ffffff'], FOUR_GREYS]) {
    const plain = decodePng((await rasterOf(SVG, { spec: { palette } })).png);
    const covered = decodePng((await rasterOf(SVG, { spec: { palette }, overlay: OVERLAY })).png);
    assert.deepEqual(covered.colours, withOverlay(plain));
  }
});

test('an overlay stays when the picture has to be encoded smaller', async () => {
  const size = { widthPx: 200, heightPx: 120 };
  const spec = { ...size, palette: SIXTEEN_GREYS };
  const svg = grain(size, 0.1);
  const free = await rasterOf(svg, { spec: { ...spec, maxPngBytes: 89_999 }, overlay: OVERLAY });
  const tight = await rasterOf(svg, {
    spec: { ...spec, maxPngBytes: Math.floor(free.png.length * 0.9) },
    overlay: OVERLAY,
  });
  assert.ok(tight.ladderStep > 1);
  const decoded = decodePng(tight.png);
  assert.deepEqual([colourAt(decoded, 52, 33), colourAt(decoded, 65, 33)], ['#000000', '#ffffff']);
});

test('an overlay that cannot be drawn fails the picture', async () => {
  const result = await tryRaster(SVG, { overlay: { ...OVERLAY, svg: '<svg' } });
  assert.equal(result.ok, false);
});
