/** The forms of PNG that a panel may ask for, read by decoders that are not ours. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import type { PngForm } from '../../../src/domain/panel.ts';
import { inksOfForm } from '../../../src/domain/png-form.ts';
import { decodePng } from '../../support/pictures/decode-png.ts';
import { grain, rasterOf, tryRaster } from '../../support/pictures/raster-jobs.ts';

const SIZE = { widthPx: 83, heightPx: 48 };
const COLOURS = `<svg viewBox="0 0 83 48"><linearGradient id="g"><stop stop-color="#d02"/><stop offset="1" stop-color="#09f"/></linearGradient>
<rect width="83" height="30" fill="url(#g)"/><circle cx="40" cy="34" r="9" fill="#3a4" opacity="0.5"/><text x="2" y="46" font-size="12">Colour</text></svg>`;
const TRUE: PngForm = { depth: 24, grey: false };

async function pixels(png: Uint8Array): Promise<Buffer> {
  return sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer();
}

/** Depth and colour type of IHDR. */
function header(png: Uint8Array): readonly (number | undefined)[] {
  return [png[24], png[25]];
}

describe('a greyscale PNG', () => {
  for (const depth of [1, 2, 4, 8] as const) {
    it(`of ${depth} bits has no palette, and the inks that a palette would have`, async () => {
      const palette =
        depth === 8
          ? ['#000000', '#505152', '#ffffff'].map((ink) => ink.replace('505152', '515151'))
          : inksOfForm({ depth, grey: true });
      const indexed = await rasterOf(grain(SIZE, 0.2), { spec: { ...SIZE, palette } });
      const grey = await rasterOf(grain(SIZE, 0.2), {
        spec: { ...SIZE, palette, png: { depth, grey: true } },
      });
      assert.deepEqual(header(grey.png), [depth, 0]);
      const decoded = decodePng(grey.png);
      assert.ok(decoded.chunks.every(({ type }) => type !== 'PLTE'));
      assert.deepEqual(decoded.colours, decodePng(indexed.png).colours);
      assert.deepEqual(await pixels(grey.png), await pixels(indexed.png));
    });
  }

  it('of 8 bits has all 256 greys where the panel names none', async () => {
    const png: PngForm = { depth: 8, grey: true };
    const svg = `<svg viewBox="0 0 256 4">${Array.from({ length: 256 }, (_, i) => `<rect x="${i}" width="1" height="4" fill="rgb(${i},${i},${i})"/>`).join('')}</svg>`;
    const drawn = await rasterOf(svg, {
      spec: { widthPx: 256, heightPx: 4, palette: inksOfForm(png), png, tuning: { noiseScale: 0 } },
    });
    assert.deepEqual(header(drawn.png), [8, 0]);
    const { codes } = decodePng(drawn.png);
    assert.deepEqual(
      [...codes.subarray(0, 256)],
      Array.from({ length: 256 }, (_, i) => i),
    );
  });
});

describe('an indexed PNG', () => {
  it('has the depth that the panel asks for', async () => {
    const drawn = await rasterOf(COLOURS, { spec: { ...SIZE, png: { depth: 8, grey: false } } });
    assert.deepEqual(header(drawn.png), [8, 3]);
    assert.deepEqual(
      decodePng(drawn.png).colours,
      decodePng((await rasterOf(COLOURS, { spec: SIZE })).png).colours,
    );
  });
});

describe('a truecolour PNG', () => {
  it('is the picture as it is drawn, without dithering', async () => {
    const [device, view] = [
      await rasterOf(COLOURS, { spec: { ...SIZE, png: TRUE } }),
      await rasterOf(COLOURS, { spec: SIZE, output: 'undithered' }),
    ];
    assert.deepEqual(header(device.png), [8, 2]);
    const expected = await pixels(view.png);
    assert.deepEqual(await pixels(device.png), expected);
    const other = PNG.sync.read(Buffer.from(device.png));
    const rgb = other.data.filter((_, at) => at % 4 < 3);
    assert.deepEqual(Buffer.from(rgb), expected);
    const again = await rasterOf(COLOURS, { spec: { ...SIZE, png: TRUE } });
    assert.deepEqual(again.png, device.png);
  });

  it('is turned, framed in white, and carries what is laid over it', async () => {
    const offset = { leftPx: 4, topPx: 0, rightPx: 0, bottomPx: 2 };
    const overlay = {
      ...{ x: 40, y: 20, widthPx: 10, heightPx: 10 },
      svg: '<svg viewBox="0 0 10 10"><rect width="10" height="10" fill="#123456"/></svg>',
    };
    const plain = await rasterOf(COLOURS, { spec: { ...SIZE, png: TRUE }, overlay });
    const mounted = await rasterOf(COLOURS, { spec: { ...SIZE, png: TRUE, rotate: 90, offset }, overlay });
    assert.deepEqual(
      await sharp(plain.png).extract({ left: 40, top: 20, width: 1, height: 1 }).raw().toBuffer(),
      Buffer.from([0x12, 0x34, 0x56]),
    );
    const extended = { left: 4, top: 0, right: 0, bottom: 2, background: '#fff' };
    const turned = await sharp(plain.png).rotate(90).png().toBuffer();
    assert.deepEqual(
      await pixels(mounted.png),
      await pixels(await sharp(turned).extend(extended).png().toBuffer()),
    );
  });

  it('gets coarser colours until it fits its bytes, and else fails with all sizes', async () => {
    const svg = grain(SIZE, 0.4);
    const free = await rasterOf(svg, { spec: { ...SIZE, png: TRUE } });
    const tight = await rasterOf(svg, {
      spec: { ...SIZE, png: TRUE, maxPngBytes: Math.floor(free.png.length * 0.7) },
    });
    assert.ok(tight.ladderStep >= 1 && tight.png.length <= free.png.length * 0.7);
    const [exact, coarse] = [await pixels(free.png), await pixels(tight.png)];
    assert.ok(exact.every((value, at) => Math.abs(value - (coarse[at] ?? 0)) <= 16));
    const none = await tryRaster(svg, { spec: { ...SIZE, png: TRUE, maxPngBytes: 60 } });
    assert.match(
      none.ok ? '' : none.error.message,
      /the 60 bytes .* even in coarse colours \(\d+(, \d+){4} bytes\)/,
    );
  });

  it('is padded as any other', async () => {
    const padded = await rasterOf(COLOURS, { spec: { ...SIZE, png: TRUE, minPngBytes: 30_000 } });
    assert.equal(padded.png.length, 30_000);
    assert.deepEqual((await pixels(padded.png)).length, 83 * 48 * 3);
  });
});
