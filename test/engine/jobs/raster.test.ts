import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { decodePng } from '../../support/pictures/decode-png.ts';
import { rasterOf, tryRaster } from '../../support/pictures/raster-jobs.ts';

/** A ramp over the left half, red on white with half its opacity on the right. */
const SVG = `<svg viewBox="0 0 80 48"><linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>
<rect width="40" height="48" fill="url(#g)"/><rect x="60" width="20" height="48" fill="#f00" fill-opacity="0.5"/></svg>`;
const MEASURED = ['#383838', '#6e6e6e', '#9c9c9c', '#b8b8b0'];

test('a picture of the panel has the palette of its spec', async () => {
  const { png, ladderStep, tooLargeBytes } = await rasterOf(SVG);
  const decoded = decodePng(png);
  assert.deepEqual(new Set(decoded.colours), new Set(['#000000', '#555555', '#aaaaaa', '#ffffff']));
  assert.deepEqual([ladderStep, tooLargeBytes], [0, []]);
});

test('the measured preview shows the same inks in their measured colours', async () => {
  const panel = decodePng((await rasterOf(SVG, { spec: { measured: MEASURED } })).png);
  const preview = decodePng((await rasterOf(SVG, { output: 'measured', spec: { measured: MEASURED } })).png);
  assert.deepEqual(preview.codes, panel.codes);
  assert.deepEqual(
    preview.chunks.find(({ type }) => type === 'PLTE')?.data.toString('hex'),
    '3838386e6e6e9c9c9cb8b8b0',
  );
});

test('two inks that look the same are no obstacle to a measured preview', async () => {
  const measured = ['#383838', '#9c9c9c', '#9c9c9c', '#b8b8b0'];
  const panel = decodePng((await rasterOf(SVG, { spec: { measured } })).png);
  const preview = decodePng((await rasterOf(SVG, { output: 'measured', spec: { measured } })).png);
  assert.deepEqual(preview.codes, panel.codes);
});

test('a preview without measured colours is drawn in those that are sent', async () => {
  const nominal = await rasterOf(SVG, { output: 'nominal' });
  assert.deepEqual((await rasterOf(SVG, { output: 'measured' })).png, nominal.png);
  assert.deepEqual(nominal.png, (await rasterOf(SVG)).png);
});

test('dithering towards measured colours changes the inks, not what is exactly an ink', async () => {
  const measured = ['#000000', '#2a2a2a', '#676767', '#ffffff'];
  const flat = (fill: string): string =>
    `<svg viewBox="0 0 80 48"><rect width="80" height="48" fill="${fill}"/></svg>`;
  const share = async (fill: string, ditherMeasured: boolean): Promise<readonly number[]> => {
    const { codes } = decodePng((await rasterOf(flat(fill), { spec: { measured, ditherMeasured } })).png);
    return [0, 1, 2, 3].map((ink) => codes.filter((code) => code === ink).length / codes.length);
  };
  assert.deepEqual(await share('#000', true), [1, 0, 0, 0]);
  assert.deepEqual(await share('#fff', true), [0, 0, 0, 1]);
  // 50 % grey lies between the panel's light grey and white once the panel is measured.
  const [, dark = 0] = await share('#888', false);
  const [, measuredDark = 0, , measuredWhite = 0] = await share('#888', true);
  assert.ok(dark > 0.2 && measuredDark < 0.05, `${dark} ${measuredDark}`);
  assert.ok(measuredWhite > 0.05, String(measuredWhite));
});

test('sixteen greys are shown in their measured colours too', async () => {
  const hex = (level: number): string => `#${level.toString(16).padStart(2, '0').repeat(3)}`;
  const palette = Array.from({ length: 16 }, (_, i) => hex(i * 17));
  const measured = Array.from({ length: 16 }, (_, i) => hex(40 + i * 9));
  const { png } = await rasterOf(SVG, { output: 'measured', spec: { palette, measured } });
  const { colours } = decodePng(png);
  assert.equal(colours[0], '#282828');
  assert.ok(colours.every((colour) => measured.includes(colour)));
});

test('an undithered preview has every colour of the picture, on white', async () => {
  const { png } = await rasterOf(SVG, { output: 'undithered' });
  const { width, height, data } = PNG.sync.read(Buffer.from(png));
  const at = (x: number, y: number): string =>
    data.toString('hex', (y * width + x) * 4, (y * width + x) * 4 + 4);
  assert.deepEqual([width, height], [80, 48]);
  assert.equal(at(50, 20), 'ffffffff');
  assert.match(at(70, 20), /^ff(?:7f|80)(?:7f|80)ff$/);
  assert.ok(new Set(Array.from({ length: 40 }, (_, x) => at(x, 20))).size > 35, 'the ramp keeps its steps');
});

for (const output of ['nominal', 'measured', 'undithered'] as const) {
  test(`a ${output} preview knows no limits of the panel`, async () => {
    const limits = { minPngBytes: 30_000, maxPngBytes: 10, measured: MEASURED };
    const { png, ladderStep } = await rasterOf(SVG, { output, spec: limits });
    assert.ok(png.length > 10 && png.length < 30_000, String(png.length));
    assert.equal(ladderStep, 0);
  });

  test(`a ${output} preview of a broken SVG is a failure`, async () => {
    const result = await tryRaster('<svg><g></svg>', { output });
    assert.equal(result.ok ? 'ok' : result.error.code, 'svg_invalid');
  });
}

test('equal jobs give equal bytes whatever is drawn between them', async () => {
  for (const output of ['panel', 'measured', 'undithered'] as const) {
    const first = await rasterOf(SVG, { output });
    await rasterOf('<svg viewBox="0 0 80 48"><circle r="30"/></svg>', { spec: { widthPx: 90 } });
    assert.deepEqual((await rasterOf(SVG, { output })).png, first.png);
  }
});
