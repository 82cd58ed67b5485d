import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coverWithTiles } from '../../../../src/pictures/draw/plan/tiles.ts';
import { type Box, meets } from '../../../../src/pictures/svg/values/box.ts';

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
