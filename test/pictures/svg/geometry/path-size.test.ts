import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Crowd, pathCrowd, pathSize } from '../../../../src/pictures/svg/geometry/path-size.ts';

const boxOf = (d: string): number[] | null => {
  const size = pathSize(d);
  return size === null ? null : [size.box.left, size.box.top, size.box.right, size.box.bottom];
};

for (const [d, box] of [
  ['M1 2L3 4', [1, 2, 3, 4]],
  ['m1 2l3 4l-10 0', [-6, 2, 4, 6]],
  ['M0 0H5V6', [0, 0, 5, 6]],
  ['M1,1h5v6z', [1, 1, 6, 7]],
  ['M0 0C0 9 9 9 9 0', [0, 0, 9, 9]],
  ['M5 5c1 1 2 2 3 3', [5, 5, 8, 8]],
  ['M0 0-5-5', [-5, -5, 0, 0]],
  ['M0 0L.5.5', [0, 0, 0.5, 0.5]],
  ['M0 0 1e1 2E1', [0, 0, 10, 20]],
] as const) {
  test(`"${d}" lies in its points`, () => {
    assert.deepEqual(boxOf(d), [...box]);
  });
}

const near = (d: string): number[] => (boxOf(d) ?? []).map((edge) => Math.round(edge * 100) / 100 + 0);

for (const [what, d, box] of [
  ['half a circle', 'M0 0A10 10 0 0 1 20 0', [0, -10, 20, 10]],
  ['most of a circle', 'M0 0A10 10 0 1 1 0 0.001', [0, -10, 20, 10]],
  ['the same the other way round', 'M0 0A10 10 0 1 0 0 0.001', [-20, -10, 0, 10]],
  ['radii that do not reach', 'M0 0a1 1 0 0 1 20 0', [0, -10, 20, 10]],
  ['a turned ellipse', 'M0 0a20 10 90 0 1 0 40', [-10, 0, 10, 40]],
  ['flags without spaces', 'm0 0a10 10 0 0120 0', [0, -10, 20, 10]],
  ['a radius of nothing', 'M0 0A0 5 0 0 1 20 0', [0, 0, 20, 0]],
] as const) {
  test(`an arc lies in its ellipse: ${what}`, () => assert.deepEqual(near(d), [...box]));
}

test('the outlineHeight adds up what goes up and down', () => {
  assert.equal(pathSize('M0 0V5V0V5')?.outlineHeight, 15);
});

test('a part that is closed goes back to its beginning, and the next begins there', () => {
  assert.equal(pathSize('M0 0V5z')?.outlineHeight, 10);
  assert.equal(pathSize('M0 0V5M9 0V5')?.outlineHeight, 15);
  assert.deepEqual(boxOf('M10 10h100zm0 5h1'), [10, 10, 110, 15]);
});

test('turns are where an outline goes back, from left to right or from right to left', () => {
  assert.equal(pathSize('M0 0L5 5L9 1V8H20')?.turns, 0);
  assert.equal(pathSize('M0 0L5 5L2 1L9 9')?.turns, 2);
});

test('lines beside each other and lines that could cross are counted in bands', () => {
  const crowdOf = (d: string): Crowd => {
    const size = pathSize(d);
    assert.ok(size !== null);
    return pathCrowd(d, size);
  };
  const comb = crowdOf(`M0 0${'v100h1v-100h1'.repeat(50)}`);
  assert.equal(Math.round(comb.beside), 100);
  const fan = crowdOf(Array.from({ length: 100 }, (_, i) => `M0 ${i}L100 ${100 - i}`).join(''));
  assert.ok(fan.pairs >= (100 * 99) / 2 && comb.pairs < fan.pairs);
  const stairs = crowdOf(`M0 0${'v1h1'.repeat(1_000)}`);
  assert.ok(stairs.beside < 3 && stairs.pairs < 10_000);
});

for (const d of ['', 'M', 'x', '5 5', 'M1']) {
  test(`"${d}" is no path`, () => assert.equal(boxOf(d), null));
}

test('a path ends at its first fault', () => {
  assert.deepEqual(boxOf('M1 1L2 2X99 99L50 50'), [1, 1, 2, 2]);
});
