import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePng } from '../../support/pictures/decode-png.ts';
import { grain, rasterOf, SIXTEEN_GREYS as SIXTEEN, tryRaster } from '../../support/pictures/raster-jobs.ts';

const SMALL = { widthPx: 200, heightPx: 120 };
const FULL = { widthPx: 800, heightPx: 480 };
const NOISE = grain(SMALL, 1);

test('a grainy picture over the limit of a small panel steps down until it fits', async () => {
  const { png, ladderStep, tooLargeBytes } = await rasterOf(grain(FULL, 0.1), {
    spec: { ...FULL, palette: SIXTEEN },
  });
  assert.ok(png.length <= 89_999, String(png.length));
  assert.ok(ladderStep >= 2, String(ladderStep));
  assert.ok(tooLargeBytes.length >= 2 && tooLargeBytes.length <= 10, tooLargeBytes.join());
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

test('the less bytes there are, the later the step, down to no dither at all', async () => {
  const taken: number[] = [];
  const said: (string | null)[] = [];
  let maxPngBytes = 89_999;
  for (;;) {
    const result = await tryRaster(grain(SMALL, 0.1), { spec: { ...SMALL, palette: SIXTEEN, maxPngBytes } });
    if (!result.ok) break;
    taken.push(result.value.ladderStep);
    said.push(result.value.lost);
    maxPngBytes = Math.floor(result.value.png.length * 0.97);
  }
  assert.deepEqual(
    taken,
    taken.toSorted((one, other) => one - other),
  );
  for (const step of [0, 3, 4, 5]) assert.ok(taken.includes(step), taken.join());
  assert.match(said.join('\n'), /its dots repeat more than they need, \d+ %; its dither has no noise/);
  assert.match(said.join('\n'), /its fine texture is smoothed, [1-4] of 4/);
  assert.match(said.join('\n'), /its dither has strength 0\.\d+ of what was asked for/);
  assert.match(said.at(-1) ?? '', /^it is not dithered; /);
});

test('as much of a picture is left as fits', async () => {
  for (const share of [0.9, 0.8, 0.7]) {
    const free = await rasterOf(grain(SMALL, 0.1), { spec: { ...SMALL, palette: SIXTEEN } });
    const maxPngBytes = Math.floor(free.png.length * share);
    const { png, tooLargeBytes } = await rasterOf(grain(SMALL, 0.1), {
      spec: { ...SMALL, palette: SIXTEEN, maxPngBytes },
    });
    assert.ok(
      png.length <= maxPngBytes && png.length > maxPngBytes * 0.95,
      `${png.length} of ${maxPngBytes}`,
    );
    assert.ok(tooLargeBytes.length <= 12, tooLargeBytes.join());
  }
});

test('a picture that does not fit even undithered is a failure that tells the sizes', async () => {
  const result = await tryRaster(NOISE, { spec: { ...SMALL, maxPngBytes: 100 } });
  assert.equal(result.ok ? '' : result.error.code, 'picture_too_large');
  assert.match(result.ok ? '' : result.error.message, /100 bytes .*\((?:\d+, ){5}\d+ bytes\)/);
});

test('a step down never dithers more than the author asked for', async () => {
  const undithered = { ...SMALL, tuning: { strength: 0 } };
  const { png } = await rasterOf(NOISE, { spec: undithered });
  const result = await tryRaster(NOISE, { spec: { ...undithered, maxPngBytes: 100 } });
  const sizes = result.ok ? [] : (result.error.message.match(/\d+(?=[,)]| bytes\))/g) ?? []).map(Number);
  assert.equal(sizes.length, 6);
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
