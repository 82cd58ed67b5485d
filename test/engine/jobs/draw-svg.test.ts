import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { codeOf } from '../../support/pictures/svg-documents.ts';
import { draw, ink, inkBox, picture, pixel } from '../../support/pictures/svg-pictures.ts';

const RED = 'ff0000ff';
const NOTHING = '00000000';
const FULL = '<rect width="100%" height="100%" fill="#f00"/>';
const text = (attributes: string, content = 'Hamburg'): string =>
  `<svg viewBox="0 0 400 240"><text x="10" y="100" font-size="60" ${attributes}>${content}</text></svg>`;
const LARGE = { widthPx: 400, heightPx: 240 };

/** Fixtures stay in the source tree, which lies beside the compiled tests or two levels up from them. */
const FIXTURES = path.resolve(import.meta.dirname, '../../../../test/pictures/svg/fixtures');

test('the picture has exactly the wanted size', async () => {
  const raster = await picture('<svg width="1000" height="3"/>', { widthPx: 123, heightPx: 45 });
  assert.deepEqual([raster.widthPx, raster.heightPx, raster.rgba.length], [123, 45, 123 * 45 * 4]);
});

test('a picture of the same ratio covers every pixel', async () => {
  const raster = await picture(`<svg width="10mm" height="6mm">${FULL}</svg>`);
  for (const [x, y] of [
    [0, 0],
    [79, 0],
    [0, 47],
    [79, 47],
  ] as const)
    assert.equal(pixel(raster, x, y), RED);
});

test('another ratio is centred between transparent bands with sharp edges', async () => {
  const raster = await picture(`<svg viewBox="0 0 10 10">${FULL}</svg>`);
  assert.deepEqual(
    [15, 16, 63, 64].map((x) => pixel(raster, x, 20)),
    [NOTHING, RED, RED, NOTHING],
  );
  const wide = await picture(`<svg viewBox="0 0 40 6">${FULL}</svg>`);
  assert.deepEqual(
    [17, 18, 29, 30].map((y) => pixel(wide, 5, y)),
    [NOTHING, RED, RED, NOTHING],
  );
});

test('nothing that lies outside the view box shows in the bands', async () => {
  const raster = await picture(
    '<svg viewBox="0 0 10 10"><rect x="-99" y="-99" width="300" height="300" fill="#f00"/></svg>',
  );
  assert.equal(pixel(raster, 15, 20), NOTHING);
});

test('pixels are premultiplied', async () => {
  const raster = await picture('<svg><rect width="80" height="48" fill="#ff8040" fill-opacity="0.5"/></svg>');
  assert.match(pixel(raster, 5, 5), /^(?:7f|80)(?:40|3f)(?:20|1f)(?:7f|80)$/);
});

test('heavier weights draw more ink, step by step', async () => {
  const inks: number[] = [];
  for (const weight of [200, 300, 400, 550, 700, 900]) {
    inks.push(ink(await picture(text(`font-weight="${weight}"`), LARGE)));
  }
  for (let i = 1; i < inks.length; i += 1)
    assert.ok((inks[i] ?? 0) > (inks[i - 1] ?? 0) * 1.05, String(inks));
});

test('text without a weight is drawn as 400', async () => {
  assert.deepEqual(
    (await picture(text(''), LARGE)).rgba,
    (await picture(text('font-weight="400"'), LARGE)).rgba,
  );
});

test('weight by attribute, class, style and variation setting is the same', async () => {
  const { rgba } = await picture(text('font-weight="650"'), LARGE);
  for (const other of [
    text('style="font-weight:650"'),
    text('style="font: 650 60px sans-serif"'),
    text(`font-variation-settings="'wght' 650"`),
    text('class="a"').replace('<text', '<style>.a{font-variation-settings:"wght" 650}</style><text'),
  ]) {
    assert.deepEqual((await picture(other, LARGE)).rgba, rgba, other);
  }
});

test('italic, optical size and families change the picture', async () => {
  const pictures = await Promise.all(
    [
      '',
      'font-style="italic"',
      'font-family="serif"',
      'font-family="monospace"',
      'font-family="pixel"',
      `font-family="serif" font-variation-settings="'opsz' 60"`,
      'font-family="serif" font-variant="small-caps"',
    ].map((attributes) => picture(text(attributes), LARGE)),
  );
  assert.equal(new Set(pictures.map(({ rgba }) => Buffer.from(rgba).toString('base64'))).size, 7);
});

test('a font fills in for another without changing the rest of the text', async () => {
  const alone = await picture(text('font-family="Silkscreen"', 'AB'), LARGE);
  const mixed = await picture(text('font-family="Silkscreen"', 'ABж'), LARGE);
  const [left, , right] = inkBox(alone);
  for (let y = 0; y < 240; y += 1) {
    for (let x = left; x <= right; x += 1) assert.equal(pixel(mixed, x, y), pixel(alone, x, y), `${x} ${y}`);
  }
  assert.ok(ink(mixed) > ink(alone) * 1.1);
  assert.deepEqual(mixed.warnings, []);
});

test('a font that is there in full takes over no more than its own part of a text', async () => {
  const other = '<text x="10" y="200">The quick brown fox ABC</text></svg>';
  const alone = await picture(text('font-family="Silkscreen"', 'AB').replace('</svg>', other), LARGE);
  const mixed = await picture(text('font-family="Silkscreen"', 'ABж').replace('</svg>', other), LARGE);
  for (let y = 50; y < 110; y += 1) {
    for (let x = 10; x < 90; x += 1) assert.equal(pixel(mixed, x, y), pixel(alone, x, y), `${x} ${y}`);
  }
});

test('a character that no font has is drawn as a box, with a warning', async () => {
  const raster = await picture(text('', '漢'), LARGE);
  assert.ok(ink(raster) > 50);
  assert.match(JSON.stringify(raster.warnings), /漢/);
});

test('the pixel face is crisp at 8 px', async () => {
  const raster = await picture(
    '<svg><text x="4" y="20" font-size="8" font-family="Silkscreen">AHE 14:32</text></svg>',
  );
  const alphas = new Set<number>();
  for (let at = 3; at < raster.rgba.length; at += 4) alphas.add(raster.rgba[at] ?? 0);
  assert.deepEqual(
    [...alphas].sort((a, b) => a - b),
    [0, 255],
  );
});

test('an SVG without a size is drawn in pixels of the device', async () => {
  const raster = await picture('<svg><rect x="70" y="40" width="5" height="5" fill="#f00"/></svg>');
  assert.deepEqual(inkBox(raster), [70, 40, 74, 44]);
});

test('equal jobs give equal bytes, also after other pictures', async () => {
  const board = readFileSync(path.join(FIXTURES, 'board.svg'), 'utf8');
  const size = { widthPx: 800, heightPx: 480 };
  const first = await picture(board, size);
  await picture(readFileSync(path.join(FIXTURES, 'type.svg'), 'utf8'), size);
  assert.deepEqual((await picture(board, size)).rgba, first.rgba);
  assert.deepEqual(first.warnings, []);
});

test('layers far outside the picture do not disturb it', async () => {
  const away = ['x="3000"', 'x="-3000"', 'y="3000"', 'y="-3000"'];
  const layers = away.map((place) => `<rect ${place} width="9" height="9" opacity=".5"/>`).join('');
  assert.equal(pixel(await picture(`<svg>${layers}${FULL}</svg>`), 5, 5), RED);
});

for (const [what, source, code] of [
  ['malformed XML', '<svg><g></svg>', 'svg_invalid'],
  ['a giant', '<svg width="1e9" height="1e9"/>', 'svg_limit'],
  ['a giant line', '<svg width="1" height="1e9"/>', 'svg_limit'],
  ['a network image', '<svg><image href="http://127.0.0.1/a.png"/></svg>', 'asset_refused'],
  ['a local file', '<svg><image href="/etc/hostname"/></svg>', 'asset_refused'],
  ['a missing file', '<svg><image href="none.png"/></svg>', 'asset_missing'],
] as const) {
  test(`${what} is a failure, and the next picture is drawn as ever`, async () => {
    assert.equal(codeOf(await draw(source)), code);
    assert.equal(pixel(await picture(`<svg>${FULL}</svg>`), 5, 5), RED);
  });
}

test('warnings about styles reach the author', async () => {
  const { warnings } = await picture('<svg><style>@font-face{font-family:x}</style></svg>');
  assert.match(JSON.stringify(warnings), /@font-face/);
});

test('the time of every stage is reported', async () => {
  const { stagesMs } = await picture(`<svg>${FULL}</svg>`);
  assert.deepEqual(Object.keys(stagesMs).sort(), ['draw', 'fonts', 'images', 'svg', 'text']);
});
