import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onlyTile } from '../../../src/pictures/draw/draw-tiles.ts';
import { greysOfPieces, greysOfWhole, pixelsOff } from '../../support/pictures/greys.ts';
import { draw, GREYS } from '../../support/pictures/svg-pictures.ts';
import { randomNumbers } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const DEFINITIONS = `<defs>
<linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>
<clipPath id="c"><circle cx="200" cy="150" r="90"/></clipPath>
<mask id="m"><rect width="250" height="150" fill="#fff"/></mask>
</defs>`;
const ROOTS = [
  'viewBox="0 0 400 300"',
  'width="400" height="300"',
  'viewBox="10 5 380 290"',
  'viewBox="0 0 400 300" fill="#555" overflow="hidden"',
  'viewBox="0 0 400 300" preserveAspectRatio="none" width="800" height="300"',
];
const SIZES = [
  { widthPx: 400, heightPx: 300 },
  { widthPx: 600, heightPx: 450 },
  { widthPx: 937, heightPx: 703 },
  { widthPx: 300, heightPx: 400 },
];

/** A drawing of shapes that lie over each other, at whole and broken places. */
function randomDrawing(seed: number): { readonly svg: string; readonly size: (typeof SIZES)[number] } {
  const random = randomNumbers(seed);
  const pick = <T>(all: readonly [T, ...T[]] | readonly T[]): T => all[random(all.length)] as T;
  const number = (from: number, to: number): string =>
    random(2) === 0 ? String(from + random(to - from)) : (from + random((to - from) * 100) / 100).toFixed(2);
  const colour = (): string => pick(['#000', '#555', '#aaa', '#fff', 'white', '#ddd', 'none', 'url(#g)']);
  const paint = (): string => {
    const stroke = random(3) === 0 ? `stroke="${colour()}" stroke-width="${number(0, 8)}"` : '';
    const effect = pick(['', '', '', '', '', '', 'opacity="0.5"', 'fill-opacity="0.4"']);
    const move = pick(['', '', '', '', 'translate(3.5 7)', 'scale(1.5)', 'rotate(9)', 'matrix(1 0 0 2 5 5)']);
    return `fill="${colour()}" ${stroke} ${effect}${move === '' ? '' : ` transform="${move}"`}`;
  };
  const shape = (): string => {
    const [x, y] = [number(-20, 380), number(-20, 280)];
    switch (random(8)) {
      case 0:
        return `<circle cx="${x}" cy="${y}" r="${number(1, 30)}" ${paint()}/>`;
      case 1:
        return `<line x1="${x}" y1="${y}" x2="${number(0, 400)}" y2="${y}" stroke="#000" stroke-width="${number(0, 5)}"/>`;
      case 2:
        return `<path d="M${x} ${y}l${number(-40, 40)} 30q${number(-40, 40)} 30 -20 -30z" ${paint()}/>`;
      case 3:
        return `<g ${pick(['', 'opacity=".5"', 'clip-path="url(#c)"', 'mask="url(#m)"', 'stroke="#555"'])}>${shape()}${shape()}</g>`;
      default:
        return `<rect x="${x}" y="${y}" width="${pick([number(0, 400), '50%'])}" height="${pick([number(0, 6), number(9, 200)])}" ${pick(['', '', 'rx="9"'])} ${paint()}/>`;
    }
  };
  const shapes = Array.from({ length: 1 + random(8) }, shape).join('');
  return { svg: `<svg ${pick(ROOTS)}>${DEFINITIONS}${shapes}</svg>`, size: pick(SIZES) };
}

describe('a picture drawn in tiles', () => {
  it('has the pixels that it has when it is drawn as a whole', async () => {
    let compared = 0;
    for (let seed = 1; seed <= rounds(300); seed += 1) {
      const { svg, size } = randomDrawing(seed);
      const pieces = await greysOfPieces(svg, size);
      if (pieces === null) continue;
      compared += 1;
      const off = pixelsOff(await greysOfWhole(svg, size), pieces);
      assert.ok(off <= 4, `${off} pixels of picture ${seed} differ: ${svg}`);
    }
    assert.ok(compared > rounds(180), `${compared} were drawn in tiles`);
  });

  it('has hairlines around rectangles as they are', async () => {
    const svg =
      '<svg viewBox="0 0 400 300"><rect x="213" y="140.44" width="200" height="90" fill="#aaa" stroke="#000" stroke-width="0.08" transform="matrix(1 0 0 2 5 5)"/></svg>';
    const size = { widthPx: 937, heightPx: 703 };
    const pieces = await greysOfPieces(svg, size);
    assert.ok(pieces !== null);
    assert.equal(pixelsOff(await greysOfWhole(svg, size), pieces), 0);
  });

  it('is one part without inks, or where anything is marked as continuous tone', async () => {
    const body = '<rect width="9" height="9" data-tone="continuous"/>';
    for (const [svg, inks] of [
      ['<svg viewBox="0 0 80 48"><rect width="9" height="9"/></svg>', null],
      [`<svg viewBox="0 0 80 48">${body}</svg>`, GREYS],
    ] as const) {
      const drawn = await draw(svg, { inks });
      assert.ok(drawn.ok);
      assert.deepEqual(onlyTile(drawn.value).place, { x: 0, y: 0, width: 80, height: 48 });
    }
  });

  it('is one part where its tiles would bring too many definitions along', async () => {
    const many = `<g id="unused">${'<path d="M0 0L1 1L2 2L3 3L4 4L5 5L6 6"/>'.repeat(4500)}</g>`;
    const dots = Array.from(
      { length: 24 },
      (_, i) =>
        `<circle cx="${10 + (i % 6) * 60}" cy="${10 + Math.floor(i / 6) * 80}" r="4" fill="url(#f)"/>`,
    );
    const svg = (definition: string): string =>
      `<svg viewBox="0 0 400 300"><defs><linearGradient id="f"><stop/></linearGradient>${definition}</defs>${dots.join('')}</svg>`;
    const size = { widthPx: 1600, heightPx: 1200, inks: GREYS };
    for (const [definition, isOne] of [
      [many, true],
      ['', false],
    ] as const) {
      const drawn = await draw(svg(definition), size);
      assert.ok(drawn.ok, drawn.ok ? '' : drawn.error.message);
      assert.equal(drawn.value.solids.length === 0, isOne);
    }
  });

  it('leaves white beside a picture of another shape', async () => {
    const drawn = await draw('<svg viewBox="0 0 48 48"><rect width="48" height="48"/></svg>', {
      inks: GREYS,
    });
    assert.ok(drawn.ok);
    assert.deepEqual(drawn.value.solids, [
      { x: 0, y: 0, width: 80, height: 48, index: 3 },
      { x: 16, y: 0, width: 48, height: 48, index: 0 },
    ]);
    assert.deepEqual(drawn.value.tiles, []);
  });
});
