import assert from 'node:assert/strict';
import { it } from 'node:test';
import { layoutTable } from '../../src/domain/layout.ts';
import { FOUR_GREYS } from '../../src/domain/palette.ts';

it('is 1 to 1 on the panel that screens are designed for', () => {
  const layout = layoutTable({ widthPx: 800, heightPx: 480 }, FOUR_GREYS);
  assert.deepEqual(
    [layout['scale'], layout['center_x'], layout['center_y'], layout['margin']],
    [1, 400, 240, 24],
  );
  assert.deepEqual([layout['portrait'], layout['grey_count'], layout['has_color']], [false, 4, false]);
});

it('scales by the edge that is tighter', () => {
  const large = layoutTable({ widthPx: 1872, heightPx: 1404 }, FOUR_GREYS);
  assert.equal(large['scale'], 2.34);
  assert.equal(large['margin'], 56);
  assert.equal(layoutTable({ widthPx: 480, heightPx: 800 }, FOUR_GREYS)['portrait'], true);
});

it('counts greys and knows colour', () => {
  const layout = layoutTable({ widthPx: 800, heightPx: 480 }, ['#000000', '#ffffff', '#ff0000']);
  assert.deepEqual([layout['color_count'], layout['grey_count'], layout['has_color']], [3, 2, true]);
});

it('scales an upright panel as one that lies, turned', () => {
  const upright = layoutTable({ widthPx: 480, heightPx: 800 }, FOUR_GREYS);
  assert.deepEqual([upright['scale'], upright['portrait']], [1, true]);
});
