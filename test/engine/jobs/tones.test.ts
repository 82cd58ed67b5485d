import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePng } from '../../support/pictures/decode-png.ts';
import { SIX_INKS } from '../../support/pictures/kernel-pictures.ts';
import { type JobChanges, rasterOf } from '../../support/pictures/raster-jobs.ts';

const SIZE = { widthPx: 160, heightPx: 96 };
const MARK = 'data-tone="continuous"';
const ramp = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

async function inks(body: string, changes: JobChanges = {}): Promise<readonly string[]> {
  const svg = `<svg viewBox="0 0 160 96"><rect width="160" height="96" fill="#fff"/>${body}</svg>`;
  const { png } = await rasterOf(svg, { ...changes, spec: { ...SIZE, ...changes.spec } });
  return decodePng(png).colours;
}

/** The colours of a column range. */
function part(colours: readonly string[], from: number, to: number): readonly string[] {
  return colours.filter((_, at) => at % SIZE.widthPx >= from && at % SIZE.widthPx < to);
}

const photo = (from: string, to: string, mark = MARK): string =>
  `${ramp('p', from, to)}<rect ${mark} width="80" height="96" fill="url(#p)"/>`;
const board = (from: string, to: string): string =>
  `${ramp('b', from, to)}<rect x="80" width="80" height="96" fill="url(#b)"/>`;

for (const [what, spec] of [
  ['greys', {}],
  ['colours', { palette: SIX_INKS }],
] as const) {
  test(`no error of a photo reaches what stands beside it, in ${what}`, async () => {
    const beside = board('#333', '#ddd');
    const dark = await inks(photo('#111', '#666') + beside, { spec });
    const light = await inks(photo('#999', '#eee') + beside, { spec });
    assert.notDeepEqual(part(dark, 0, 80), part(light, 0, 80));
    assert.deepEqual(part(dark, 80, 160), part(light, 80, 160));
  });

  test(`no error of what stands beside a photo reaches it, in ${what}`, async () => {
    const dark = await inks(photo('#333', '#ddd') + board('#111', '#666'), { spec });
    const light = await inks(photo('#333', '#ddd') + board('#999', '#eee'), { spec });
    assert.deepEqual(part(dark, 0, 80), part(light, 0, 80));
  });
}

test('without the mark the error does cross', async () => {
  const beside = board('#333', '#ddd');
  const dark = await inks(photo('#111', '#666', '') + beside);
  const light = await inks(photo('#999', '#eee', '') + beside);
  assert.notDeepEqual(part(dark, 80, 160), part(light, 80, 160));
});

for (const fill of ['#555555', '#aaaaaa', '#000000', '#ffffff']) {
  test(`${fill} over a marked photo is exactly that ink`, async () => {
    const box = `<rect x="20" y="20" width="40" height="40" fill="${fill}"/>`;
    const colours = await inks(photo('#222', '#ddd') + box);
    for (let y = 20; y < 60; y += 1) {
      for (let x = 20; x < 60; x += 1) assert.equal(colours[y * 160 + x], fill, `${x} ${y}`);
    }
  });
}

test('the core of a text over a marked photo is exactly its ink', async () => {
  const text = '<text x="0" y="80" font-size="80" font-weight="900" fill="#555555">HI</text>';
  const [over, alone] = [await inks(photo('#222', '#ddd') + text), await inks(text)];
  // Where the text stands alone on paper, its core is pixels of its ink with the same ink around them.
  const core = [...alone.keys()].filter((at) =>
    [at, at - 1, at + 1, at - 160, at + 160, at - 2, at + 2].every((i) => alone[i] === '#555555'),
  );
  assert.ok(core.filter((at) => at % 160 < 80).length > 200);
  assert.ok(core.every((at) => over[at] === '#555555'));
});

test('what is marked keeps its tone: exact inks in it are dithered with the rest', async () => {
  const mean = (colours: readonly string[]): number =>
    colours.reduce((sum, colour) => sum + Number.parseInt(colour.slice(1, 3), 16), 0) / colours.length;
  const strips = Array.from(
    { length: 20 },
    (_, i) => `<rect x="${i * 8}" width="8" height="96" fill="${i % 2 === 0 ? '#aaaaaa' : '#808080'}"/>`,
  ).join('');
  const marked = await inks(`<g ${MARK}>${strips}</g>`);
  assert.ok(Math.abs(mean(marked) - (0xaa + 0x80) / 2) < 1.5, String(mean(marked)));
});

test('a mark that is "structure" alone changes no byte', async () => {
  const body = (mark: string): string => photo('#222', '#ddd', mark) + board('#333', '#eee');
  assert.deepEqual(await inks(body('data-tone="structure"')), await inks(body('')));
});
