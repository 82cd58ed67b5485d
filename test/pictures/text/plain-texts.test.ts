/** Texts that resvg draws, whose syllables have several glyphs or which several fonts share. Lao stands for all scripts: its font is at hand. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readFontBook } from '../../../src/pictures/fonts/font-book.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import { BUNDLED_DIR } from '../../support/fonts/bundled.ts';
import { openTools } from '../../support/pictures/raster-tools.ts';
import { randomNumbers } from '../../support/random.ts';
import { type Drawn, drawTexts, inkBox } from './texts.ts';

const tools = openTools(
  readFontBook([
    { dir: BUNDLED_DIR, origin: 'embedded' },
    { dir: path.join(PACKAGE_ROOT, 'node_modules/dejavu-fonts-ttf/ttf'), origin: 'custom' },
  ]),
);
const SIZE = { widthPx: 640, heightPx: 90 };
/** So large that the text engine fits nothing to the grid, and both draw the same letters. */
const FONT_PX = 36;

const SYLLABLES = [...['ກຳ', 'ນ້ຳ', 'ຄຳ', 'ລັ', 'ທີ່', 'ງ', 'ບໍ່', 'ເກ', 'ຢ້'], ' '];
/** Without kerning and ligatures, which depend on the script that a piece begins with. */
const LATIN = ['Zug', '12:45', ' ', 'Hn', 'e\u0301'];

const page = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 90" font-size="${FONT_PX}">${body}</svg>`;

const draw = (body: string, mode: 'fitted' | 'plain'): Promise<Drawn> =>
  drawTexts(page(body), { ...SIZE, mode, tools });

/** Columns with ink. */
function inkColumns({ widthPx, heightPx, levels }: Drawn): readonly boolean[] {
  return Array.from({ length: widthPx }, (_, x) => {
    for (let y = 0; y < heightPx; y += 1) if ((levels[y * widthPx + x] ?? 255) < 130) return true;
    return false;
  });
}

/** Columns with ink in one picture that have none in the other, nor have their neighbours. */
function strayColumns(one: Drawn, other: Drawn): number {
  const near = inkColumns(other);
  return inkColumns(one).filter((isInk, x) => isInk && !(near[x - 1] || near[x] || near[x + 1])).length;
}

async function assertAlike(body: string, what: string): Promise<void> {
  const fitted = await draw(body, 'fitted');
  assert.equal(fitted.report.fittedCount, 1, `${what}: ${JSON.stringify(fitted.report)}`);
  const plain = await draw(body, 'plain');
  const [expected, got] = [inkBox(fitted), inkBox(plain)];
  expected.forEach((edge, i) => {
    assert.ok(Math.abs(edge - (got[i] ?? 0)) <= 2, `${what}: expected ${expected}, got ${got}`);
  });
  const strays = strayColumns(plain, fitted) + strayColumns(fitted, plain);
  assert.ok(strays <= 3, `${what}: ${strays} columns differ`);
}

describe('a plain text', () => {
  const cases: Readonly<Record<string, string>> = {
    'of syllables with several glyphs': '<text x="20" y="55" font-family="DejaVu Sans">ນ້ຳ ກຳລັງ ຄຳ</text>',
    'in one font, behind another script': '<text x="20" y="55" font-family="DejaVu Sans">Zug ນ້ຳ 12 ກຳ</text>',
    'in several fonts': '<text x="20" y="55" font-family="Source Sans 3">ນ້ຳ Zug ກຳ 12</text>',
    'anchored in the middle': '<text x="320" y="55" text-anchor="middle">ນ້ຳ Zug ກຳ</text>',
    'anchored at its end': '<g text-anchor="end"><text x="600" y="55">ນ້ຳກຳ x</text></g>',
    'with spacing': '<text x="20" y="55" letter-spacing="4" word-spacing="9">ນ້ຳ ກຳ x ຄຳ</text>',
    'with shifts': '<text x="20" y="50" dx="3 0 0 9" dy="0 0 0 12">ນ້ຳກຳ x</text>',
    'with lists of positions': '<text x="20 150" y="40 60">ນ້ຳກຳ x</text>',
    'with spans':
      '<text x="20" y="55">ນ້<tspan font-weight="bold">ກຳ <tspan dy="9">ຄຳ</tspan> x</tspan> ກຳ</text>',
    'written on several lines': '<text x="20" y="55">\n  ນ້ຳ\n  <tspan>ກຳ</tspan>\n  x\n</text>',
    'with kept white space': '<text x="20" y="55" xml:space="preserve"> ນ້ຳ   ກຳ <tspan> x</tspan></text>',
    'in percent': '<text x="5%" y="60%">ນ້ຳກຳ x</text>',
    'that is underlined': '<text x="20" y="55" text-decoration="underline">ນ້ຳກຳ x</text>',
  };
  for (const [what, body] of Object.entries(cases)) {
    it(`${what} stands as the text engine sets it`, () => assertAlike(body, what));
  }

  it('of any syllables, fonts and anchors stands as the text engine sets it', async () => {
    const seed = 20_33;
    const random = randomNumbers(seed);
    const pick = (from: readonly string[]): string => from[random(from.length)] ?? '';
    for (let round = 0; round < 40; round += 1) {
      const words = Array.from({ length: 3 + random(7) }, () => pick(random(3) === 0 ? LATIN : SYLLABLES));
      const anchor = random(3);
      const attributes = [
        `x="${[20, 320, 620][anchor]}" text-anchor="${['start', 'middle', 'end'][anchor]}"`,
        random(2) === 0 ? 'font-family="DejaVu Sans"' : 'font-family="Source Serif 4"',
        random(3) === 0 ? `letter-spacing="${random(5)}"` : '',
      ];
      const cut = random(words.length);
      const text = `${words.slice(0, cut).join('')}<tspan fill="#111">${words.slice(cut).join('')}</tspan>ກ`;
      const body = `<text y="55" ${attributes.join(' ')}>${text}</text>`;
      await assertAlike(body, `round ${round} of seed ${seed}, ${body}`);
    }
  });

  it('is cut for its own reason, too, where others are fitted', async () => {
    const text = (more: string): string => `<text x="20" y="55" ${more}>ນ້ຳ Zug ກຳ 12</text>`;
    const kept = await draw(text('opacity="0.99"'), 'fitted');
    assert.equal(kept.report.fittedCount, 0);
    assert.deepEqual(inkBox(kept), inkBox(await draw(text(''), 'plain')));
  });

  it('is cut in the style in which each use shows it: its size, anchor and spacing', async () => {
    const text = (more: string): string =>
      `<text y="55" font-family="DejaVu Sans" ${more}>ນ້ຳກຳ <tspan font-size="50%">x</tspan> ກຳ</text>`;
    const definition = (id: string): string => `<defs><g id="${id}">${text('x="60"')}</g></defs>`;
    const pairs = [
      ['<use href="#t" font-size="18"/>', text('x="60" font-size="18"')],
      ['<use href="#t" text-anchor="middle" x="140"/>', text('x="200" text-anchor="middle"')],
      [
        '<g letter-spacing="4"><use href="#t" word-spacing="9"/></g>',
        text('x="60" letter-spacing="4" word-spacing="9"'),
      ],
      [
        '<use href="#t"/><use href="#t" x="300" font-size="20"/>',
        text('x="60"') + text('x="360" font-size="20"'),
      ],
      ['<defs><use id="u" href="#t"/></defs><use href="#u" font-size="24"/>', text('x="60" font-size="24"')],
      [
        '<use href="#t" font-size="30" text-decoration="underline"/>',
        text('x="60" font-size="30" text-decoration="underline"'),
      ],
    ] as const;
    for (const [used, written] of pairs) {
      const body = definition('t') + used;
      assert.deepEqual((await draw(body, 'plain')).levels, (await draw(written, 'plain')).levels, body);
    }
  });

  it('is left to resvg where its pieces would stand elsewhere: with hidden or unspaced letters', async () => {
    const text = (more: string, content: string): string =>
      `<text x="60" y="55" font-family="DejaVu Sans" ${more}>${content}</text>`;
    for (const body of [
      text('', 'ນ້ຳ<tspan display="none">hidden</tspan>ກຳ'),
      text('letter-spacing="6"', 'ນ້ຳ سلام'),
    ]) {
      // Under this attribute, which resvg does not read, nothing is cut.
      const uncut = await draw(`<g direction="ltr">${body}</g>`, 'plain');
      assert.deepEqual((await draw(body, 'plain')).levels, uncut.levels, body);
    }
  });

  it('keeps what resvg draws of it: stroke, gradient, and the place of what a use shows', async () => {
    const gradient = '<linearGradient id="g"><stop/><stop offset="1" stop-color="#333"/></linearGradient>';
    const text = (more: string): string => `<text id="t" x="20" y="55" ${more}>ນ້ຳ Zug ກຳ 12</text>`;
    const plain = inkBox(await draw(text(''), 'plain'));
    const used = `<defs>${text('')}</defs><use href="#t"/>`;
    for (const body of [`${gradient}${text('fill="url(#g)"')}`, used]) {
      assert.deepEqual(inkBox(await draw(body, 'plain')), plain, body);
    }
    const stroked = inkBox(await draw(text('stroke="#000" stroke-width="4"'), 'plain'));
    assert.ok(Math.abs(stroked[2] - plain[2] - 2) <= 1, `${stroked} around ${plain}`);
  });
});
