import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { rootPlace } from '../../../../src/pictures/svg/geometry/place.ts';
import { drawnSize } from '../../../../src/pictures/svg/images/load-images.ts';
import { ComputedStyles } from '../../../../src/pictures/svg/style/computed-styles.ts';
import { IDENTITY } from '../../../../src/pictures/svg/values/matrix.ts';
import { withTempDir } from '../../../support/fonts/bundled.ts';
import { byId, codeOf, styled } from '../../../support/pictures/svg-documents.ts';
import { draw, inkBox, picture, pixel } from '../../../support/pictures/svg-pictures.ts';

/** Left half red, right half blue. */
function halves(width: number, height: number) {
  const left = { create: { width: width / 2, height, channels: 3, background: '#f00' } } as const;
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: left, left: 0, top: 0 },
  ]);
}

const uri = (bytes: Buffer, mime = 'image/png'): string => `data:${mime};base64,${bytes.toString('base64')}`;
const image = (href: string, size = 'width="40" height="20"'): string => `<image ${size} href="${href}"/>`;
const isRed = (rgba: string): boolean => /^f[0-9a-f]0[0-9a-f]0[0-9a-f]ff$/.test(rgba);
const isBlue = (rgba: string): boolean => /^0[0-9a-f]0[0-9a-f]f[0-9a-f]ff$/.test(rgba);

for (const [format, bytes] of [
  ['PNG', await halves(40, 20).png().toBuffer()],
  ['JPEG', await halves(40, 20).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()],
  ['GIF', await halves(40, 20).gif().toBuffer()],
  ['WebP', await halves(40, 20).webp({ lossless: true }).toBuffer()],
  ['AVIF', await halves(40, 20).avif({ lossless: true }).toBuffer()],
] as const) {
  test(`a ${format} is drawn, whatever type its URI claims`, async () => {
    const raster = await picture(`<svg>${image(uri(bytes, 'image/x-unknown'))}</svg>`);
    assert.ok(isRed(pixel(raster, 5, 10)), pixel(raster, 5, 10));
    assert.ok(isBlue(pixel(raster, 35, 10)), pixel(raster, 35, 10));
  });
}

const small = await halves(40, 20).png().toBuffer();

test('a file of the screen’s folder is drawn', () =>
  withTempDir(async (root) => {
    mkdirSync(path.join(root, 'screen/img'), { recursive: true });
    writeFileSync(path.join(root, 'screen/img/a b.png'), small);
    const raster = await picture(`<svg>${image('img/a%20b.png')}</svg>`, { root });
    assert.ok(isRed(pixel(raster, 5, 10)));
  }));

test('a file that is no image is a failure', () =>
  withTempDir(async (root) => {
    mkdirSync(path.join(root, 'screen'));
    writeFileSync(path.join(root, 'screen/a.png'), 'no image at all');
    assert.equal(codeOf(await draw(`<svg>${image('a.png')}</svg>`, { root })), 'svg_invalid');
  }));

test('a photo is scaled to what is shown, its place and size kept', async () => {
  const photo = await halves(2000, 1000).jpeg().toBuffer();
  const raster = await picture(`<svg><g transform="translate(10 5)">${image(uri(photo))}</g></svg>`);
  assert.deepEqual(inkBox(raster), [10, 5, 49, 24]);
  assert.ok(isRed(pixel(raster, 20, 15)) && isBlue(pixel(raster, 45, 15)));
});

test('a photo that was taken sideways stands upright', async () => {
  // Turned by a quarter clockwise: the left half comes to the top.
  const photo = await halves(40, 20).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
  const raster = await picture(`<svg>${image(uri(photo), '')}</svg>`);
  assert.deepEqual(inkBox(raster), [0, 0, 19, 39]);
  assert.ok(isRed(pixel(raster, 10, 5)) && isBlue(pixel(raster, 10, 35)));
});

test('an image without a size has that of its pixels, with one edge that of its ratio', async () => {
  assert.deepEqual(inkBox(await picture(`<svg>${image(uri(small), '')}</svg>`)), [0, 0, 39, 19]);
  assert.deepEqual(inkBox(await picture(`<svg>${image(uri(small), 'width="20"')}</svg>`)), [0, 0, 19, 9]);
});

for (const [where, body] of [
  [
    'a pattern',
    (i: string) =>
      `<pattern id="p" width="1" height="1">${i}</pattern><rect width="40" height="20" fill="url(#p)"/>`,
  ],
  [
    'a mask',
    (i: string) => `<mask id="m">${i}</mask><rect width="40" height="20" fill="#f00" mask="url(#m)"/>`,
  ],
  ['a symbol', (i: string) => `<symbol id="s">${i}</symbol><use href="#s"/>`],
  ['a nested viewport', (i: string) => `<svg width="40" height="20">${i}</svg>`],
] as const) {
  test(`an image in ${where} is drawn`, async () => {
    const raster = await picture(`<svg>${body(image(uri(small)))}</svg>`);
    assert.notEqual(pixel(raster, 5, 10), '00000000');
  });
}

test('an SVG as image is drawn with its texts and clipped to its box', async () => {
  const inner = `<svg viewBox="0 0 40 20"><rect width="400" height="20" fill="#f00"/><text y="15" font-size="16" fill="#00f">M</text></svg>`;
  const raster = await picture(`<svg>${image(uri(Buffer.from(inner), 'image/svg+xml'))}</svg>`);
  assert.deepEqual(inkBox(raster), [0, 0, 39, 19]);
  let blue = 0;
  for (let x = 0; x < 20; x += 1) for (let y = 0; y < 20; y += 1) if (isBlue(pixel(raster, x, y))) blue += 1;
  assert.ok(blue > 10, `${blue} blue pixels`);
});

test('a picture that would unpack to gigabytes is refused by its header', async () => {
  const bomb = Buffer.from(small);
  bomb.writeUInt32BE(100_000, 16);
  bomb.writeUInt32BE(100_000, 20);
  assert.equal(codeOf(await draw(`<svg>${image(uri(bomb))}</svg>`)), 'svg_limit');
});

for (const [what, href] of [
  ['nothing', 'data:image/png;base64,'],
  ['text', 'data:image/png;base64,aGVsbG8gd29ybGQgaGVsbG8='],
  ['a damaged WebP', uri(Buffer.concat([Buffer.from('RIFF\u0010\0\0\0WEBPVP8 '), Buffer.alloc(20)]))],
] as const) {
  test(`${what} as data of an image is a failure`, async () => {
    assert.equal(codeOf(await draw(`<svg>${image(href)}</svg>`)), 'svg_invalid');
  });
}

test('an image without a reference draws nothing and does no harm', async () => {
  const raster = await picture(
    '<svg><image width="9" height="9"/><image href="#a" width="9" height="9"/></svg>',
  );
  assert.deepEqual(inkBox(raster), [80, 48, -1, -1]);
});

/** The size of `#x`, an image of 100 x 50 pixels, as `width height`; null where it cannot be told. */
function sizeOf(body: string, attributes = ''): string | null {
  const document = styled(body, attributes);
  const styles = new ComputedStyles();
  const place = rootPlace(document.root, IDENTITY, { width: 800, height: 480 }, styles);
  const size = drawnSize(byId(document, 'x'), { width: 100, height: 50 }, { place, styles });
  return size && `${size.width} ${size.height}`;
}

const IMAGE = '<image id="x" width="200" height="200"/>';

for (const [what, body, size] of [
  ['that keeps its ratio', IMAGE, '200 100'],
  [
    'that fills its place',
    '<image id="x" width="200" height="200" preserveAspectRatio="xMidYMid slice"/>',
    '400 200',
  ],
  ['that is stretched', '<image id="x" width="200" height="200" preserveAspectRatio="none"/>', '200 200'],
  ['in percentages', '<image id="x" width="50%" height="100%"/>', '400 200'],
  ['in units of the font', '<g font-size="20"><image id="x" width="10em" height="10em"/></g>', '200 100'],
  ['in groups that scale', `<g transform="scale(2)"><a transform="scale(.25)">${IMAGE}</a></g>`, '100 50'],
  ['that is turned', `<g transform="rotate(90)">${IMAGE}</g>`, '200 100'],
  ['in a pattern', `<pattern>${IMAGE}</pattern>`, null],
  ['in a nested viewport', `<svg viewBox="0 0 9 9">${IMAGE}</svg>`, null],
  ['without a size', '<image id="x" width="200"/>', null],
] as const) {
  test(`the size of an image ${what} is ${size ?? 'not known'}`, () => assert.equal(sizeOf(body), size));
}

test('a root with a transform scales its images, too', () => {
  assert.equal(sizeOf(IMAGE, 'transform="scale(3)"'), '600 300');
});
