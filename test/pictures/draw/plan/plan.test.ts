import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import type { PanelInks } from '../../../../src/pictures/draw/panel-inks.ts';
import { coverWithTiles, planTiles } from '../../../../src/pictures/draw/plan/plan.ts';
import { type SvgElement, walk } from '../../../../src/pictures/svg/document/tree.ts';
import { paintOrder } from '../../../../src/pictures/svg/geometry/painted-elements.ts';
import { rootPlace } from '../../../../src/pictures/svg/geometry/place.ts';
import { Scene } from '../../../../src/pictures/svg/geometry/scene.ts';
import { parseSvg } from '../../../../src/pictures/svg/parse/parse.ts';
import { applyStyles } from '../../../../src/pictures/svg/style/cascade.ts';
import { type Box, meets } from '../../../../src/pictures/svg/values/box.ts';
import type { TextReach } from '../../../../src/pictures/text/extraction.ts';

const SIZE = { width: 800, height: 480 };
const INKS: Readonly<Record<number, number>> = { 0: 0, [0x555555]: 1, [0xaaaaaa]: 2, [0xffffff]: 3 };
const GREYS: PanelInks = {
  sent: new Set(Object.keys(INKS).map(Number)),
  solid: (rgb: number) => INKS[rgb] ?? null,
};

interface PlanOptions {
  readonly attributes?: string;
  readonly scale?: number;
  readonly inks?: PanelInks;
  /** What all texts may paint, as a list of one. Without it no text has been looked at. */
  readonly reach?: readonly [TextReach];
}

function textsOf(
  root: SvgElement,
  reach: readonly [TextReach] | undefined,
): ReadonlyMap<SvgElement, TextReach> {
  const texts = new Map<SvgElement, TextReach>();
  walk(root, (element) => {
    if (element.name === 'text' && reach !== undefined) texts.set(element, reach[0]);
  });
  return texts;
}

/** Flats as `x,y,width,height:ink` without the paper, and tiles as `x,y,width,height:elements`; null for none. */
function planOf(
  body: string,
  { attributes = '', scale = 1, inks = GREYS, reach }: PlanOptions = {},
): readonly string[] | null {
  const document = parseSvg(`<svg viewBox="0 0 800 480" ${attributes}>${body}</svg>`, 'test.svg');
  applyStyles(document);
  const scene = new Scene(document);
  const place = {
    painted: paintOrder(scene, rootPlace(document.root, [scale, 0, 0, scale, 0, 0], SIZE, scene.styles)),
    placement: { x: 0, y: 0, width: 800 * scale, height: 480 * scale },
    frame: { width: 800 * scale, height: 480 * scale },
    texts: textsOf(document.root, reach),
  };
  const plan = planTiles(scene, place, inks);
  if (plan === null) return null;
  const [paper, ...solids] = plan.solids;
  assert.deepEqual(paper, { x: 0, y: 0, ...place.frame, index: inks.solid(0xffffff) });
  return [
    ...solids.map(({ x, y, width, height, index }) => `${x},${y},${width},${height}:${index}`),
    ...plan.tiles.map(({ place: { x, y, width, height }, shown }) => {
      const names = [...shown].map(({ name, attributes: { id } }) => id ?? name);
      return `${x},${y},${width},${height} ${names.join('+')}`;
    }),
  ];
}

describe('a picture is planned', () => {
  const cases: Readonly<Record<string, readonly [body: string, plan: readonly string[]]>> = {
    'with rectangles in ink as solids': [
      '<rect width="100%" height="100%" fill="#fff"/><rect x="10" y="20" width="300" height="2" fill="#555"/>',
      ['0,0,800,480:3', '10,20,300,2:1'],
    ],
    'with groups that only move and paint': [
      '<g fill="#aaa" transform="translate(5 6)"><a href="x"><rect width="40" height="30"/></a></g>',
      ['5,6,40,30:2'],
    ],
    'with what sticks out cut off': ['<rect x="-9" y="470" width="20" height="20"/>', ['0,470,11,10:0']],
    'with a shape as a part': ['<circle cx="100" cy="100" r="10"/>', ['89,89,22,22 circle']],
    'with a rectangle in a colour that is no ink as a part': [
      '<rect x="10" y="10" width="50" height="50" fill="#777"/>',
      ['9,9,52,52 rect'],
    ],
    'with a half transparent rectangle as a part': [
      '<rect x="10" y="10" width="50" height="50" opacity="0.5"/>',
      ['9,9,52,52 rect'],
    ],
    'with one edge of a rectangle as a part, where it cuts through pixels': [
      '<rect width="800" height="60.4"/>',
      ['0,0,800,60:0', '0,60,800,2 rect'],
    ],
    'with a card as its frame, and nothing in it': [
      '<rect x="100" y="100" width="600" height="300" rx="8" fill="none" stroke="#000" stroke-width="2"/>',
      ['97,97,606,12 rect', '97,391,606,12 rect', '97,109,12,282 rect', '691,109,12,282 rect'],
    ],
    'with what lies beneath a part drawn in it': [
      '<rect id="bar" width="800" height="100"/><rect id="far" y="300" width="800" height="10"/><circle cx="50" cy="50" r="9" fill="#fff"/>',
      ['0,0,800,100:0', '0,300,800,10:0', '40,40,20,20 bar+circle'],
    ],
    'with a group that is bound together as one': [
      '<g id="both" opacity=".5"><rect width="10" height="10"/><rect x="30" width="10" height="10"/></g>',
      ['0,0,41,11 both'],
    ],
    'without texts that are empty': ['<text x="10" y="10"></text>', []],
  };
  for (const [name, [body, plan]] of Object.entries(cases)) {
    it(name, () => assert.deepEqual(planOf(body), plan));
  }

  it('with texts that stay as tiles', () => {
    const reach = { left: 30.5, top: 20, right: 90, bottom: 40.2 };
    assert.deepEqual(planOf('<text opacity="0.5">a</text>', { reach: [reach] }), ['30,20,60,21 text']);
    assert.deepEqual(planOf('<text fill="none"> </text>', { reach: [undefined] }), []);
  });

  it('in device pixels', () => {
    assert.deepEqual(planOf('<rect x="10" y="10" width="30" height="30"/>', { scale: 1.5 }), [
      '15,15,45,45:0',
    ]);
  });
});

describe('a picture is drawn as a whole', () => {
  const cases: Readonly<Record<string, string>> = {
    'when most of it must be drawn': '<circle cx="400" cy="240" r="300"/>',
    'when a text has not been looked at': '<text x="10" y="10">a</text>',
    'when it cannot be told where something is': '<use href="#a"/>',
    'when a filter may paint anywhere': '<g filter="url(#f)"><rect width="9" height="9"/></g>',
    'when an image has the size of its file': '<image href="a.png" width="9"/>',
    'when it has more elements than it pays to look at': '<rect width="1" height="1"/>'.repeat(2001),
  };
  for (const [name, body] of Object.entries(cases)) {
    it(name, () => assert.equal(planOf(body), null));
  }

  it('when a text may stand anywhere', () => {
    assert.equal(planOf('<text>a</text>', { reach: [null] }), null);
  });

  it('when its root is not plain', () => {
    assert.equal(planOf('', { attributes: 'opacity="0.5"' }), null);
    assert.equal(planOf('', { attributes: 'transform="scale(2)"' }), null);
  });

  it('when the panel has no white', () => {
    const solid = (rgb: number): number | null => (rgb === 0 ? 0 : null);
    assert.equal(planOf('<rect width="9" height="9"/>', { inks: { sent: new Set([0]), solid } }), null);
  });
});

const CLIP = { left: 0, top: 0, right: 1000, bottom: 800 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const boxes = fc.array(
  fc
    .tuple(
      fc.double({ min: -50, max: 1040, noNaN: true }),
      fc.double({ min: -50, max: 840, noNaN: true }),
      fc.double({ min: 0.1, max: 300, noNaN: true }),
      fc.double({ min: 0.1, max: 300, noNaN: true }),
    )
    .map(([left, top, width, height]) => box(left, top, width, height)),
  { maxLength: 80 },
);

const contains = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left &&
  outer.top <= inner.top &&
  outer.right >= inner.right &&
  outer.bottom >= inner.bottom;

test('tiles lie on whole pixels, within the clip, apart from each other, and hold every box', () => {
  fc.assert(
    fc.property(boxes, (all) => {
      const tiles = coverWithTiles(all, CLIP);
      for (const [at, tile] of tiles.entries()) {
        assert.ok(Object.values(tile).every(Number.isInteger));
        assert.ok(contains(CLIP, tile));
        assert.ok(tiles.slice(at + 1).every((other) => !meets(tile, other)));
      }
      for (const one of all) {
        const seen = box(
          Math.max(0, one.left),
          Math.max(0, one.top),
          Math.min(1000, one.right) - Math.max(0, one.left),
          Math.min(800, one.bottom) - Math.max(0, one.top),
        );
        if (seen.right <= seen.left || seen.bottom <= seen.top) continue;
        assert.ok(tiles.some((tile) => contains(tile, seen)));
      }
    }),
  );
});

test('boxes that are near become one tile, boxes far apart stay two', () => {
  assert.equal(coverWithTiles([box(0, 0, 20, 20), box(30, 0, 20, 20)], CLIP).length, 1);
  assert.equal(coverWithTiles([box(0, 0, 20, 20), box(700, 500, 20, 20)], CLIP).length, 2);
});

test('a thousand specks become a few dozen tiles at most', () => {
  const specks = Array.from({ length: 1000 }, (_, i) => box((i * 397) % 1000, (i * 211) % 800, 1, 1));
  const tiles = coverWithTiles(specks, CLIP);
  assert.ok(tiles.length <= 32, `${tiles.length} tiles`);
});

test('what lies outside is left out', () => {
  assert.deepEqual(coverWithTiles([box(-30, 0, 20, 20), box(990, 790, 50, 50)], CLIP), [
    { left: 990, top: 790, right: 1000, bottom: 800 },
  ]);
});
