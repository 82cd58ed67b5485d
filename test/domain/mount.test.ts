import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  addRotations,
  isPlainMount,
  layoutSize,
  leavesRoom,
  nativeSize,
  PLAIN_MOUNT,
} from '../../src/domain/mount.ts';
import { NO_INSETS, ROTATIONS } from '../../src/domain/panel.ts';

const PANEL = { widthPx: 800, heightPx: 600 };
const OFFSET = { leftPx: 75, topPx: 25, rightPx: 10, bottomPx: 5 };

it('turns add up to less than a full one', () => {
  assert.deepEqual(
    ROTATIONS.map((one) => ROTATIONS.map((other) => addRotations(one, other))),
    [
      [0, 90, 180, 270],
      [90, 180, 270, 0],
      [180, 270, 0, 90],
      [270, 0, 90, 180],
    ],
  );
});

it('a quarter turn swaps the sides of the layout, and the edges are those of the panel', () => {
  assert.deepEqual(layoutSize(PANEL, { rotate: 90, offset: NO_INSETS }), { widthPx: 600, heightPx: 800 });
  assert.deepEqual(layoutSize(PANEL, { rotate: 0, offset: OFFSET }), { widthPx: 715, heightPx: 570 });
  assert.deepEqual(layoutSize(PANEL, { rotate: 270, offset: OFFSET }), { widthPx: 570, heightPx: 715 });
});

it('the PNG of a layout has the size of its panel', () => {
  for (const rotate of ROTATIONS) {
    const mount = { rotate, offset: OFFSET };
    assert.deepEqual(nativeSize({ ...layoutSize(PANEL, mount), ...mount }), PANEL);
  }
});

it('edges have to leave a pixel', () => {
  assert.ok(leavesRoom({ widthPx: 86, heightPx: 31 }, OFFSET));
  assert.ok(!leavesRoom({ widthPx: 85, heightPx: 31 }, OFFSET));
  assert.ok(!leavesRoom({ widthPx: 86, heightPx: 30 }, OFFSET));
});

it('only a picture that is neither turned nor framed is its PNG as it is', () => {
  assert.ok(isPlainMount(PLAIN_MOUNT));
  assert.ok(!isPlainMount({ ...PLAIN_MOUNT, rotate: 180 }));
  assert.ok(!isPlainMount({ ...PLAIN_MOUNT, offset: { ...NO_INSETS, bottomPx: 1 } }));
});
