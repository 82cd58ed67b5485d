import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePng } from '../support/pictures/decode-png.ts';
import { grain, rasterOf, SIXTEEN_GREYS as SIXTEEN, tryRaster } from '../support/pictures/raster-jobs.ts';

const SMALL = { widthPx: 200, heightPx: 120 };
const FULL = { widthPx: 800, heightPx: 480 };
const NOISE = grain(SMALL, 1);

test('a grainy picture over the limit of a small panel steps down until it fits', async () => {
  const { png, ladderStep, tooLargeBytes } = await rasterOf(grain(FULL, 0.1), {
    spec: { ...FULL, palette: SIXTEEN },
  });
  assert.ok(png.length <= 89_999, String(png.length));
  assert.ok(ladderStep >= 2, String(ladderStep));
  assert.equal(tooLargeBytes.length, ladderStep);
  assert.ok(
    tooLargeBytes.every((bytes) => bytes > 89_999),
    tooLargeBytes.join(),
  );
  assert.equal(decodePng(png).widthPx, 800);
});

test('a picture that just does not fit is encoded harder first: the same pixels in fewer bytes', async () => {
  const plain = await rasterOf(grain(SMALL, 0.1), { spec: { ...SMALL, palette: SIXTEEN } });
  const spec = { ...SMALL, palette: SIXTEEN, maxPngBytes: plain.png.length - 1 };
  const harder = await rasterOf(grain(SMALL, 0.1), { spec });
  assert.deepEqual([harder.ladderStep, harder.tooLargeBytes], [1, [plain.png.length]]);
  assert.deepEqual(decodePng(harder.png).codes, decodePng(plain.png).codes);
});

test('each step is tried in turn, and the first that fits is taken', async () => {
  const taken: number[] = [];
  let maxPngBytes = 89_999;
  for (;;) {
    const result = await tryRaster(grain(SMALL, 0.1), { spec: { ...SMALL, palette: SIXTEEN, maxPngBytes } });
    if (!result.ok) break;
    taken.push(result.value.ladderStep);
    // The next limit is one that this picture just misses.
    maxPngBytes = result.value.png.length - 1;
  }
  assert.deepEqual(taken, [0, 1, 2, 3, 4]);
});

test('a picture that does not fit even undithered is a failure that tells the sizes', async () => {
  const result = await tryRaster(NOISE, { spec: { ...SMALL, maxPngBytes: 100 } });
  assert.equal(result.ok ? '' : result.error.code, 'picture_too_large');
  assert.match(result.ok ? '' : result.error.message, /100 bytes .*\((?:\d+, ){4}\d+ bytes\)/);
});

test('a step down never dithers more than the author asked for', async () => {
  const undithered = { ...SMALL, tuning: { strength: 0 } };
  const { png } = await rasterOf(NOISE, { spec: undithered });
  const result = await tryRaster(NOISE, {
    spec: { ...undithered, maxPngBytes: Math.floor(png.length * 0.9) },
  });
  const sizes = result.ok ? [] : (result.error.message.match(/\d+(?=[,)]| bytes\))/g) ?? []).map(Number);
  assert.equal(sizes.length, 5);
  assert.ok(
    sizes.every((size) => size <= png.length),
    sizes.join(),
  );
});

test('the padding that a panel asks for is there, in a chunk after the pixels', async () => {
  const { png } = await rasterOf('<svg/>', { spec: { ...SMALL, minPngBytes: 5_000 } });
  assert.ok(png.length >= 5_000 && png.length < 5_020, String(png.length));
  const types = decodePng(png).chunks.map(({ type }) => type);
  assert.equal(types.at(-1), 'IEND');
  assert.ok(types.indexOf('IDAT') < types.length - 2, types.join());
});

test('a picture that is large enough gets no padding', async () => {
  const plain = await rasterOf(NOISE, { spec: SMALL });
  const padded = await rasterOf(NOISE, { spec: { ...SMALL, minPngBytes: plain.png.length } });
  assert.deepEqual(padded.png, plain.png);
});

test('padding and limit hold together', async () => {
  const { png, ladderStep } = await rasterOf('<svg/>', {
    spec: { widthPx: 800, heightPx: 480, minPngBytes: 89_999 },
  });
  assert.deepEqual([png.length, ladderStep], [89_999, 0]);
});
