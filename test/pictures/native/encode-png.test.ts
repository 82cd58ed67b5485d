import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import { dither, encodePng } from '../../../src/pictures/native/index.ts';
import { decodePng } from '../../support/pictures/decode-png.ts';
import {
  evenGreys,
  FOUR_GREYS,
  greyPixels,
  noiseBytes,
  randomIndices,
  SIX_INKS,
} from '../../support/pictures/kernel-pictures.ts';

/** `#rrggbb` of every pixel as sharp reads the file. */
async function coloursBySharp(file: Buffer): Promise<string[]> {
  const raw = sharp(file).toColourspace('srgb').removeAlpha().raw();
  const { data } = await raw.toBuffer({ resolveWithObject: true });
  return Array.from({ length: data.length / 3 }, (_, i) => `#${data.toString('hex', i * 3, i * 3 + 3)}`);
}

/** The same as pngjs reads it, which checks every checksum. */
function coloursByPngjs(file: Buffer): string[] {
  const { data } = PNG.sync.read(file, { checkCRC: true });
  return Array.from({ length: data.length / 4 }, (_, i) => `#${data.toString('hex', i * 4, i * 4 + 3)}`);
}

/** Every decoder reads these colours. */
async function assertReads(file: Buffer, expected: readonly (string | undefined)[]): Promise<void> {
  assert.deepEqual(decodePng(file).colours, expected);
  assert.deepEqual(coloursByPngjs(file), expected);
  assert.deepEqual(await coloursBySharp(file), expected);
}

function colourPalette(count: number): string[] {
  const bytes = noiseBytes(count * 3, count);
  return Array.from(
    { length: count },
    (_, i) => `#${Buffer.from(bytes.subarray(i * 3, i * 3 + 3)).toString('hex')}`,
  );
}

describe('encodePng', () => {
  it('is read alike by several decoders, for every kind of palette and odd sizes', async () => {
    const palettes = [2, 3, 4, 5, 16, 17, 256].flatMap((count) => [evenGreys(count), colourPalette(count)]);
    for (const [round, palette] of palettes.entries()) {
      for (const [widthPx, heightPx] of [
        [1, 1],
        [33, 7],
        [150, 40],
      ] as const) {
        const indices = randomIndices(widthPx * heightPx, palette.length, round);
        const file = encodePng(indices, { widthPx, heightPx, palette });
        await assertReads(
          file,
          Array.from(indices, (index) => palette[index]),
        );
      }
    }
  });

  it('stores 2 bits for up to 4 inks, never 1, 4 bits for up to 16, 8 above', () => {
    for (const [inks, depth] of [
      [2, 2],
      [3, 2],
      [4, 2],
      [5, 4],
      [6, 4],
      [16, 4],
      [17, 8],
      [256, 8],
    ] as const) {
      const png = decodePng(
        encodePng(new Uint8Array(64), { widthPx: 8, heightPx: 8, palette: colourPalette(inks) }),
      );
      assert.equal(png.depth, depth);
      assert.equal(png.colourType, 3);
      assert.deepEqual(
        png.chunks.map((chunk) => chunk.type),
        ['IHDR', 'PLTE', 'IDAT', 'IEND'],
      );
    }
  });

  it('stores sixteen even greys as 4-bit greyscale, in any order, but not at the size of small panels', async () => {
    const wide = { widthPx: 187, heightPx: 140, palette: evenGreys(16).reverse() };
    const greys = randomIndices(187 * 140, 16, 1);
    const file = encodePng(greys, wide);
    const png = decodePng(file);
    assert.deepEqual([png.depth, png.colourType], [4, 0]);
    assert.deepEqual(
      png.chunks.map((chunk) => chunk.type),
      ['IHDR', 'IDAT', 'IEND'],
    );
    await assertReads(
      file,
      Array.from(greys, (index) => wide.palette[index]),
    );
    const small = decodePng(
      encodePng(new Uint8Array(800 * 480), { widthPx: 800, heightPx: 480, palette: evenGreys(16) }),
    );
    assert.deepEqual([small.depth, small.colourType], [4, 3]);
  });

  it('pads behind the pixels with a private chunk, and stays readable', async () => {
    const size = { widthPx: 40, heightPx: 30, palette: FOUR_GREYS };
    const indices = randomIndices(1200, 4, 2);
    const file = encodePng(indices, { ...size, minBytes: 102_401 });
    assert.equal(file.length, 102_401);
    const png = decodePng(file);
    assert.deepEqual(
      png.chunks.map((chunk) => chunk.type),
      ['IHDR', 'PLTE', 'IDAT', 'stPd', 'IEND'],
    );
    await assertReads(
      file,
      Array.from(indices, (index) => FOUR_GREYS[index]),
    );
    assert.ok(encodePng(indices, size).length < 1000);
  });

  it('puts the palette where firmware finds it, and nothing before the pixels that it does not need', () => {
    for (const palette of [colourPalette(2), colourPalette(256), FOUR_GREYS]) {
      const file = encodePng(new Uint8Array(64), { widthPx: 8, heightPx: 8, palette, minBytes: 5000 });
      const types = decodePng(file).chunks.map((chunk) => chunk.type);
      assert.deepEqual(types, ['IHDR', 'PLTE', 'IDAT', 'stPd', 'IEND']);
      // Firmware reads the palette from its first 2048 bytes: it ends before byte 41 + 3 * 256.
      assert.equal(file.indexOf('PLTE'), 37);
      const header = file.subarray(16, 29);
      assert.deepEqual([...header.subarray(10)], [0, 0, 0], 'deflate, five filters, not interlaced');
    }
  });

  it('keeps a page of two greys from being taken for black and white on a small panel', () => {
    const size = { widthPx: 800, heightPx: 480, palette: FOUR_GREYS };
    const page = (one: number, two: number): Uint8Array =>
      new Uint8Array(800 * 480).map((_, i) => ((i >> 3) & 1 ? one : two));
    const valuesCounted = (indices: Uint8Array): number =>
      new Set(decodePng(encodePng(indices, size)).codes.subarray(0, 800 * 431)).size;
    assert.equal(valuesCounted(page(1, 3)), 3);
    assert.equal(valuesCounted(page(0, 2)), 3);
    assert.equal(valuesCounted(page(0, 3)), 2);
    const greyAtTheBottom = page(0, 3);
    greyAtTheBottom[800 * 470] = 1;
    assert.equal(valuesCounted(greyAtTheBottom), 3);
    const before = page(1, 3);
    const file = encodePng(before, size);
    const changed = decodePng(file).codes.filter((code, i) => code !== before[i]);
    assert.equal(changed.length, 1);
    assert.deepEqual(coloursByPngjs(file), decodePng(file).colours);
  });

  it('fits what a dithered photograph needs into the limit of small panels', () => {
    const photo = greyPixels(800, 480, (x, y) => 128 + 127 * Math.sin(x / 31) * Math.cos(y / 23));
    const palette = FOUR_GREYS;
    const size = { widthPx: 800, heightPx: 480 };
    const file = encodePng(dither(photo, { ...size, palette }), { ...size, palette });
    assert.ok(file.length < 60_000, `${file.length} bytes`);
  });
});

describe('the option `effort` of encodePng', () => {
  it('makes a smaller file of the same pixels when it is best', () => {
    const options = { widthPx: 400, heightPx: 240, palette: SIX_INKS };
    const photo = greyPixels(400, 240, (x, y) => 128 + 127 * Math.sin(x / 31) * Math.cos(y / 23));
    const indices = dither(photo, options);
    const normal = encodePng(indices, options);
    const best = encodePng(indices, { ...options, effort: 'best' });
    assert.ok(best.length < normal.length);
    assert.deepEqual(decodePng(best).codes, decodePng(normal).codes);
    assert.deepEqual(encodePng(indices, { ...options, effort: 'normal' }), normal);
  });
});
