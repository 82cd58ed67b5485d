import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { draw, picture, type Whole } from '../../../support/pictures/svg-pictures.ts';

const PAPER = '<rect width="80" height="48" fill="#fff"/>';
const MARK = 'data-tone="continuous"';

async function jpeg(width: number, height: number): Promise<string> {
  const create = { width, height, channels: 3, background: '#888' } as const;
  return `data:image/jpeg;base64,${(await sharp({ create }).jpeg().toBuffer()).toString('base64')}`;
}

/** A grey PNG of 20 x 20 pixels whose right half is transparent. */
async function halfPng(): Promise<string> {
  const rgba = Buffer.alloc(20 * 20 * 4, 128);
  for (let at = 0; at < 400; at += 1) rgba[at * 4 + 3] = at % 20 < 10 ? 255 : 0;
  const png = await sharp(rgba, { raw: { width: 20, height: 20, channels: 4 } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

async function masked(body: string, attributes = ''): Promise<Whole> {
  return picture(`<svg viewBox="0 0 80 48" ${attributes}>${PAPER}${body}</svg>`);
}

/** The tone at places `x,y`, as a text of `#` for continuous and `.` for structure. */
function at({ tone, widthPx }: Whole, ...places: readonly (readonly [number, number])[]): string {
  assert.ok(tone !== null);
  return places.map(([x, y]) => (tone[y * widthPx + x] === 1 ? '#' : '.')).join('');
}

/** First and last column and row of what is continuous. */
function toneBox({ tone, widthPx }: Whole): string {
  assert.ok(tone !== null);
  const hits = [...tone.keys()].filter((i) => tone[i] === 1);
  const xs = hits.map((i) => i % widthPx);
  const ys = hits.map((i) => Math.floor(i / widthPx));
  return `${Math.min(...xs)} ${Math.min(...ys)} ${Math.max(...xs)} ${Math.max(...ys)}`;
}

test('a picture without a mark has no mask, and spends no time on one', async () => {
  const raster = await masked('<rect width="9" height="9" data-tone="structure"/>');
  assert.equal(raster.tone, null);
  assert.equal(raster.stagesMs.tone, undefined);
});

test('a marked image is continuous exactly where it is drawn', async () => {
  const raster = await masked(
    `<image ${MARK} x="10" y="4" width="40" height="40" href="${await jpeg(20, 10)}"/>`,
  );
  assert.equal(toneBox(raster), '10 14 49 33');
  assert.equal(raster.tone?.length, 80 * 48);
});

test('an image that is cut off is continuous where it is left', async () => {
  const image = `x="10" y="4" width="40" height="40" preserveAspectRatio="xMidYMid slice" href="${await jpeg(20, 10)}"`;
  assert.equal(toneBox(await masked(`<image ${MARK} ${image}/>`)), '10 4 49 43');
});

test('the transparent part of an image is not continuous, and hides nothing', async () => {
  const png = await halfPng();
  assert.equal(toneBox(await masked(`<image ${MARK} width="40" height="40" href="${png}"/>`)), '0 0 19 39');
  const over = `<rect ${MARK} width="80" height="48" fill="#777"/><image width="40" height="40" href="${png}"/>`;
  assert.equal(at(await masked(over), [5, 20], [30, 20], [60, 20]), '.##');
});

test('what is drawn over a marked element is structure, what is drawn below it is not', async () => {
  const photo = `<rect ${MARK} width="40" height="40" fill="#777"/>`;
  const box = '<rect x="10" y="10" width="10" height="10" fill="#f00"/>';
  assert.equal(at(await masked(photo + box), [5, 5], [15, 15]), '#.');
  assert.equal(at(await masked(box + photo), [5, 5], [15, 15]), '##');
});

test('only the strokes of a text are structure, not its box', async () => {
  const raster = await masked(
    `<rect ${MARK} width="80" height="48" fill="#777"/><text x="4" y="44" font-size="60" font-weight="900">I</text>`,
  );
  const tones = new Set(Array.from({ length: 30 }, (_, x) => at(raster, [x, 30])));
  assert.deepEqual(tones, new Set(['#', '.']));
});

for (const [what, over] of [
  ['a veil', '<rect width="80" height="48" opacity="0.8"/>'],
  ['a group of things that is a veil', '<g opacity="0.8"><rect width="80" height="48"/></g>'],
  ['a fill with an alpha', '<rect width="80" height="48" fill="rgba(0, 0, 0, 0.8)"/>'],
  ['a fill with an opacity that it inherits', '<g fill-opacity="80%"><rect width="80" height="48"/></g>'],
  [
    'a gradient that fades out',
    '<linearGradient id="v"><stop stop-opacity="0"/><stop offset=".1"/></linearGradient><rect width="80" height="48" fill="url(#v)"/>',
  ],
  ['a blended shape', '<rect width="80" height="48" style="mix-blend-mode:multiply"/>'],
  ['an invisible shape', '<rect width="80" height="48" visibility="hidden"/>'],
  ['an outline', '<rect width="80" height="48" fill="none"/>'],
  ['a text in a colour that is not there', '<text y="40" font-size="80" fill="transparent">III</text>'],
  ['a paint that leads nowhere', '<rect width="80" height="48" fill="url(#nothing)"/>'],
] as const) {
  test(`${what} over a photo leaves it continuous`, async () => {
    const raster = await masked(`<rect ${MARK} width="80" height="48" fill="#777"/>${over}`);
    assert.ok(raster.tone?.every((tone) => tone === 1));
  });
}

for (const [what, over] of [
  [
    'an opaque gradient',
    '<linearGradient id="v"><stop/></linearGradient><rect width="80" height="48" fill="url(#v)"/>',
  ],
  ['a currentColor', '<g color="red"><rect width="80" height="48" fill="currentColor"/></g>'],
  ['the colour behind a paint that leads nowhere', '<rect width="80" height="48" fill="url(#nothing) red"/>'],
  [
    'a full pattern',
    '<pattern id="v" width="1" height="1"><rect width="99" height="99"/></pattern><rect width="80" height="48" fill="url(#v)"/>',
  ],
  ['a stroke', '<path d="M0 24H80" stroke="#000" stroke-width="48"/>'],
  ['a use', '<defs><rect id="v" width="80" height="48"/></defs><use href="#v"/>'],
] as const) {
  test(`${what} over a photo is structure`, async () => {
    const raster = await masked(`<rect ${MARK} width="80" height="48" fill="#777"/>${over}`);
    assert.ok(raster.tone?.every((tone) => tone === 0));
  });
}

test('a pattern with gaps is structure where it paints', async () => {
  const raster = await masked(
    `<rect ${MARK} width="80" height="48" fill="#777"/><pattern id="v" width="20" height="48" patternUnits="userSpaceOnUse"><rect width="10" height="48"/></pattern><rect width="80" height="48" fill="url(#v)"/>`,
  );
  assert.equal(at(raster, [5, 5], [15, 5], [25, 5], [35, 5]), '.#.#');
});

for (const [what, body, box] of [
  [
    'a group',
    `<g ${MARK}><rect x="4" y="4" width="8" height="8"/><rect x="20" y="30" width="8" height="8"/></g>`,
    '4 4 27 37',
  ],
  [
    'a transform',
    `<g transform="translate(10 10) scale(2)"><rect ${MARK} width="8" height="4"/></g>`,
    '10 10 25 17',
  ],
  [
    'a clip path',
    `<clipPath id="c"><rect x="10" y="10" width="6" height="6"/></clipPath><rect ${MARK} clip-path="url(#c)" width="80" height="48"/>`,
    '10 10 15 15',
  ],
  [
    'a mask in colours of its own',
    `<mask id="m"><rect width="80" height="48" fill="#000"/><rect x="8" y="8" width="8" height="8" fill="#fff"/></mask><rect ${MARK} mask="url(#m)" width="80" height="48"/>`,
    '8 8 15 15',
  ],
  [
    'a marked use',
    `<defs><rect id="r" width="8" height="8"/></defs><use ${MARK} href="#r" x="10" y="4"/>`,
    '10 4 17 11',
  ],
  [
    'a use of what is marked',
    `<defs><rect ${MARK} id="r" width="8" height="8"/></defs><use href="#r" x="10" y="4"/>`,
    '10 4 17 11',
  ],
  [
    'a marked use of a symbol',
    `<symbol id="r" viewBox="0 0 4 4"><rect width="4" height="4"/></symbol><use ${MARK} href="#r" x="10" y="4" width="20" height="20"/>`,
    '10 4 29 23',
  ],
  [
    'a use beside a marked one',
    `<defs><rect id="r" width="8" height="8" fill="#777"/></defs><use ${MARK} href="#r" x="10"/><use href="#r" x="14"/>`,
    '10 0 13 7',
  ],
  [
    'a marked marker',
    `<marker id="m" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8"><rect ${MARK} width="8" height="8"/></marker><path d="M4 4h40" marker-start="url(#m)"/>`,
    '4 4 11 11',
  ],
  [
    'a marker that the group of a line has',
    `<marker id="m" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8"><rect ${MARK} width="8" height="8"/></marker><g marker-end="url(#m)"><path d="M4 4h40"/></g>`,
    '44 4 51 11',
  ],
  [
    'the marker of a line that is seen through',
    `<marker id="m" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8"><rect ${MARK} width="8" height="8"/></marker><path d="M4 4h40v9" fill-opacity=".5" marker-start="url(#m)"/>`,
    '4 4 11 11',
  ],
  [
    'a pattern in a faint group',
    `<pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse"><rect ${MARK} width="8" height="8"/></pattern><g opacity=".5"><rect x="8" y="8" width="16" height="8" fill="url(#p)"/></g>`,
    '8 8 23 15',
  ],
  ['a faint picture', `<rect ${MARK} x="4" y="4" width="8" height="8" opacity="0.1"/>`, '4 4 11 11'],
  [
    'a gradient that fades out',
    `<linearGradient id="v"><stop/><stop offset="1" stop-opacity="0"/></linearGradient><rect ${MARK} x="4" y="4" width="8" height="8" fill="url(#v)"/>`,
    '4 4 11 11',
  ],
  ['a faint group', `<g opacity="0.5"><rect ${MARK} x="4" y="4" width="8" height="8"/></g>`, '4 4 11 11'],
  [
    'a nested viewport',
    `<svg ${MARK} x="4" y="4" width="8" height="8"><rect width="80" height="80"/></svg>`,
    '4 4 11 11',
  ],
] as const) {
  test(`the mark of ${what} is where it is seen`, async () => {
    assert.equal(toneBox(await masked(body)), box);
  });
}

test('a part of a marked group can be structure', async () => {
  const raster = await masked(
    `<g ${MARK}><rect width="40" height="40"/><rect data-tone="structure" x="10" width="10" height="40"/></g>`,
  );
  assert.equal(at(raster, [5, 5], [15, 5], [25, 5]), '#.#');
});

test('a mark on the outermost element marks all that is painted', async () => {
  const raster = await picture(`<svg ${MARK} viewBox="0 0 10 10"><rect width="5" height="10"/></svg>`);
  assert.equal(toneBox(raster), '16 0 39 47');
});

test('an SVG image is marked as a whole, or in its parts', async () => {
  const inner = (mark: string): string =>
    `data:image/svg+xml,${encodeURIComponent(`<svg viewBox="0 0 8 8"><rect ${mark} width="4" height="8"/></svg>`)}`;
  const image = 'x="8" y="8" width="16" height="16"';
  assert.equal(toneBox(await masked(`<image ${MARK} ${image} href="${inner('')}"/>`)), '8 8 15 23');
  assert.equal(
    toneBox(await masked(`<image ${image} href="${inner("data-tone='continuous'")}"/>`)),
    '8 8 15 23',
  );
});

test('an element of a switch that is left out of the mask gives its place to no other', async () => {
  const raster = await masked(
    `<rect ${MARK} width="80" height="48"/><switch><g opacity=".5"><rect width="80" height="48"/></g><rect width="80" height="48"/></switch>`,
  );
  assert.ok(raster.tone?.every((tone) => tone === 1));
});

test('a mark with another value is named with its place and counts as none', async () => {
  const { warnings, tone } = await picture('<svg viewBox="0 0 80 48">\n<rect data-tone="photo"/></svg>');
  const message = 'data-tone "photo" of <rect> is ignored; expected "continuous" or "structure"';
  assert.deepEqual(warnings, [{ message, file: 'test.svg', line: 2, column: 1 }]);
  assert.equal(tone, null);
});

test('a damaged image that is marked fails as one does that is not', async () => {
  const png = Buffer.from((await halfPng()).split(',')[1] ?? '', 'base64');
  const cut = `data:image/png;base64,${png.subarray(0, 45).toString('base64')}`;
  const results = await Promise.all(
    [MARK, ''].map((mark) => draw(`<svg><image ${mark} width="40" height="40" href="${cut}"/></svg>`)),
  );
  assert.deepEqual(
    results.map((result) => (result.ok ? 'ok' : result.error.code)),
    ['svg_invalid', 'svg_invalid'],
  );
});

test('repetitions that were refused before are refused with a mark too', async () => {
  const groups = Array.from(
    { length: 9 },
    (_, i) =>
      `<g id="a${i}">${i === 0 ? `<rect ${MARK} width="9" height="9"/>` : `<use href="#a${i - 1}"/>`.repeat(6)}</g>`,
  );
  const result = await draw(`<svg><defs>${groups.join('')}</defs><use href="#a8"/></svg>`);
  assert.equal(result.ok ? 'ok' : result.error.code, 'svg_limit');
});
