/** Where elements paint, against the pixels that the renderer paints. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SvgSignal } from '../../../../../src/pictures/svg/document/svg-failure.ts';
import { type Painted, paintedOutside } from '../../../../support/pictures/painted-outside.ts';
import { rounds } from '../../../../support/rounds.ts';
import { randomScene } from './random-scenes.ts';

const FRAME = { width: 400, height: 240 };
const SCENES = rounds(2000);

const share = (body: string): number =>
  paintedOutside(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="240" viewBox="0 0 400 240">${body}</svg>`,
    FRAME,
  ).share;

/** Null for a drawing that is too much work. */
function paintedUnlessRefused(source: string): Painted | null {
  try {
    return paintedOutside(source, FRAME);
  } catch (error) {
    if (error instanceof SvgSignal && error.failure.code === 'svg_limit') return null;
    throw error;
  }
}

describe('the boxes that an element paints in', () => {
  it(`hold every pixel that the renderer paints of it (${SCENES} drawings)`, () => {
    let known = 0;
    let painted = 0;
    for (let seed = 1; seed <= SCENES; seed += 1) {
      const source = randomScene(seed);
      const result = paintedUnlessRefused(source);
      if (result === null) continue;
      const { boxes, count, outside } = result;
      if (count > 0) painted += 1;
      if (boxes === null) continue;
      known += 1;
      assert.deepEqual(outside.slice(0, 5), [], `seed ${seed}: ${source}`);
    }
    assert.ok(painted > 0.6 * SCENES, `${painted} painted`);
    assert.ok(known > 0.97 * SCENES, `${known} known`);
  });

  for (const [what, body, most] of [
    [
      'an icon that is used',
      '<defs><path id="i" d="M0 0h9v9H0z"/></defs><use href="#i" x="390" y="5"/>',
      0.003,
    ],
    [
      'a symbol',
      '<symbol id="i" viewBox="0 0 24 24"><path d="M0 0h24v24H0z"/></symbol><use href="#i" x="370" width="9" height="9"/>',
      0.003,
    ],
    [
      'a nested viewport',
      '<svg x="9" y="9" width="20" height="20"><rect width="100%" height="100%"/></svg>',
      0.007,
    ],
    ['a frame', '<rect x="5" y="5" width="390" height="230" fill="none" stroke="#000"/>', 0.09],
    ['a diagonal', '<line x2="400" y2="240" stroke="#000"/>', 0.12],
    ['a circle that is not filled', '<circle cx="200" cy="120" r="110" fill="none" stroke="#000"/>', 0.13],
    [
      'an arrow',
      '<marker id="m" markerWidth="8" markerHeight="8"><path d="M0 0L8 4L0 8z"/></marker><path d="M20 20H60" stroke="#000" marker-end="url(#m)"/>',
      0.03,
    ],
    [
      'a shadow',
      '<filter id="f"><feDropShadow dx="2" dy="2" stdDeviation="2"/></filter><rect x="9" y="9" width="40" height="20" filter="url(#f)"/>',
      0.02,
    ],
    [
      'what is not drawn at all',
      '<title>A page</title><desc>of text</desc><metadata/><rect display="none" width="400" height="240"/>',
      0,
    ],
  ] as const) {
    it(`take no more than ${100 * most} % of the page for ${what}`, () => {
      assert.ok(share(body) <= most, `${share(body)}`);
    });
  }
});
