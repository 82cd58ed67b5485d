import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitByOcclusion } from '../../../src/pictures/text/occlusion.ts';
import { randomNumbers } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { drawTexts, EVEN_GREYS } from './texts.ts';

/** A picture of texts and shapes that lie over each other, in pure inks. */
function randomPicture(seed: number): string {
  const random = randomNumbers(seed);
  const colour = (): string => ['#000', '#fff', '#555', '#aaa'][random(4)] ?? '#000';
  const shape = (): string => {
    const [x, y] = [random(300), random(180)];
    switch (random(12)) {
      case 0:
        return `<rect x="${x}" y="${y}" width="${10 + random(90)}" height="${5 + random(60)}" fill="${colour()}"/>`;
      case 1:
        return `<circle cx="${x}" cy="${y}" r="${5 + random(30)}" fill="${colour()}" stroke="${colour()}" stroke-width="${random(6)}"/>`;
      case 2:
        return `<line x1="${x}" y1="${y}" x2="${random(300)}" y2="${random(180)}" stroke="${colour()}" stroke-width="${1 + random(5)}"/>`;
      case 3:
        return `<path d="M${x} ${y}q${random(80)} ${random(60)} ${random(90)} 5l-20 30z" fill="${colour()}"/>`;
      case 4:
        return `<g transform="translate(${random(40)} ${random(30)}) scale(${1 + random(3) / 4})"><polygon points="${x},${y} ${x + 40},${y} ${x + 9},${y + 40}" fill="${colour()}" stroke="${colour()}"/></g>`;
      case 5:
        return `<use href="#s" x="${x}" y="${y}" fill="${colour()}" width="40" height="30"/>`;
      case 6:
        return `<svg x="${x}" y="${y}" width="50" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMin${['YMin', 'YMid slice'][random(2)]}"><circle cx="5" cy="5" r="5" fill="${colour()}"/></svg>`;
      case 7:
        return `<line x1="${x}" y1="${y}" x2="${random(300)}" y2="${random(180)}" stroke="${colour()}" marker-end="url(#m)"/>`;
      case 8:
        return `<rect x="${x}" y="${y}" width="40" height="20" fill="${colour()}" filter="url(#f)"/>`;
      case 9:
        return `<rect x="${x}" y="${y}" width="${30 + random(90)}" height="${20 + random(60)}" fill="none" stroke="${colour()}" stroke-width="${4 + random(5)}"/>`;
      case 10:
        return `<g transform="rotate(${random(60)} ${x} ${y})"><use href="#i" x="${x}" y="${y}"/></g>`;
      default:
        return `<text x="${x}" y="${y}" font-size="${12 + random(20)}" stroke="${colour()}">kept ${random(99)}</text>`;
    }
  };
  const text = (): string =>
    `<text x="${random(260)}" y="${15 + random(160)}" font-size="${14 + random(40)}" fill="${colour()}">Text ${random(999)}</text>`;
  const parts = Array.from({ length: 9 }, () => (random(2) === 0 ? text() : shape()));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" font-family="Source Sans 3"><defs><rect id="i" width="30" height="9"/><symbol id="s" viewBox="0 0 8 8"><path d="M0 0h8v8H4z"/></symbol><marker id="m" markerWidth="20" markerHeight="20" refY="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L16 8L0 16z"/></marker><filter id="f"><feOffset dx="3" dy="1"/></filter></defs><rect width="320" height="200" fill="#fff"/>${parts.join('')}</svg>`;
}

describe('lifting texts out of a picture', () => {
  it('never changes what lies over what', async () => {
    const size = { widthPx: 320, heightPx: 200, palette: EVEN_GREYS(16) };
    const pictures = rounds(300);
    let lifted = 0;
    let kept = 0;
    for (let seed = 1; seed <= pictures; seed += 1) {
      const svg = randomPicture(seed);
      const fitted = await drawTexts(svg, size);
      const plain = await drawTexts(svg, { ...size, mode: 'plain' });
      lifted += fitted.report.fittedCount;
      for (const count of Object.values(fitted.report.kept)) kept += count;
      // Edges may differ, as glyphs are moved by fractions of a pixel; what differs by much in a whole block does not.
      assert.equal(blocksApart(fitted.levels, plain.levels, 320, 200), 0, `picture ${seed}`);
    }
    assert.ok(lifted > (pictures * 4) / 3, `${lifted} lifted`);
    assert.ok(kept > pictures, `${kept} kept`);
  });
});

/** How many pixels differ by much together with all of their neighbours: a mistake in the order, not at an edge. */
function blocksApart(a: Uint8Array, b: Uint8Array, width: number, height: number): number {
  const differs = (x: number, y: number): boolean =>
    Math.abs((a[y * width + x] ?? 0) - (b[y * width + x] ?? 0)) > 100;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      let all = differs(x, y);
      for (let i = 0; all && i < 9; i += 1) all = differs(x - 1 + (i % 3), y - 1 + Math.floor(i / 3));
      if (all) count += 1;
    }
  }
  return count;
}

describe('splitByOcclusion', () => {
  const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 });

  it('frees what nothing above meets, and keeps what something meets', () => {
    const candidates = [
      { place: 0, box: box(0, 0) },
      { place: 2, box: box(50, 0) },
    ];
    const { free, covered } = splitByOcclusion(candidates, [undefined, box(5, 5), undefined]);
    assert.deepEqual([free.map(({ place }) => place), covered.map(({ place }) => place)], [[2], [0]]);
  });

  it('counts a text that must stay as something above the texts below it', () => {
    const candidates = [
      { place: 0, box: box(0, 0) },
      { place: 1, box: box(8, 0) },
    ];
    const { free } = splitByOcclusion(candidates, [undefined, undefined, box(17, 0)]);
    assert.deepEqual(free, []);
  });

  it('takes an unknown place for everywhere, and touching edges for apart', () => {
    const candidates = [{ place: 0, box: box(0, 0) }];
    assert.equal(splitByOcclusion(candidates, [undefined, null]).free.length, 0);
    assert.equal(splitByOcclusion(candidates, [undefined, box(10, 0)]).free.length, 1);
  });
});
