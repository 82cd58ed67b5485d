/** The boxes of shapes against those that the renderer itself computes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { type Box, unite } from '../../../src/svg/box.ts';
import { applyStyles } from '../../../src/svg/cascade.ts';
import { Scene } from '../../../src/svg/geometry/scene.ts';
import { IDENTITY } from '../../../src/svg/matrix.ts';
import { paintOrder } from '../../../src/svg/paint-order.ts';
import { parseSvg } from '../../../src/svg/parse.ts';
import { writeSvg } from '../../../src/svg/write.ts';
import { randomShape } from './random-shapes.ts';

const SIZE = { width: 800, height: 480 };
const SHAPES = 4000;

/** The document in user units that are pixels. */
function boxesOf(source: string): { readonly ours: Box | null | undefined; readonly drawn: Box | null } {
  const document = parseSvg(source, 'test.svg');
  applyStyles(document);
  const painted = paintOrder(new Scene(document), IDENTITY, SIZE);
  const boxes = painted.map(({ box }) => box);
  const viewport = { ...SIZE, viewBox: { x: 0, y: 0, ...SIZE }, preserveAspectRatio: '' };
  const written = writeSvg(document, viewport, { x: 0, y: 0, ...SIZE });
  const found = new Resvg(written, { font: { loadSystemFonts: false, defaultFontSize: 16 } }).getBBox();
  return {
    ours: boxes.includes(null) ? undefined : boxes.reduce<Box | null>((all, box) => unite(all, box), null),
    drawn:
      found === undefined
        ? null
        : { left: found.x, top: found.y, right: found.x + found.width, bottom: found.y + found.height },
  };
}

function contains(outer: Box, inner: Box): boolean {
  // The renderer computes in single precision.
  const slack = 0.6 + 1e-4 * Math.max(inner.right - inner.left, inner.bottom - inner.top);
  return (
    outer.left <= inner.left + slack &&
    outer.top <= inner.top + slack &&
    outer.right >= inner.right - slack &&
    outer.bottom >= inner.bottom - slack
  );
}

describe('the box of a shape', () => {
  it(`holds all that the renderer draws of it, however it is written (${SHAPES} shapes)`, () => {
    let compared = 0;
    for (let seed = 1; seed <= SHAPES; seed += 1) {
      const shape = randomShape(seed);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="480">${shape}</svg>`;
      const { ours, drawn } = boxesOf(svg);
      if (ours === undefined || drawn === null) continue;
      compared += 1;
      assert.ok(
        ours !== null && contains(ours, drawn),
        `seed ${seed}: ${shape}\nhas ${JSON.stringify(drawn)}, not ${JSON.stringify(ours)}`,
      );
    }
    assert.ok(compared > 0.85 * SHAPES, `only ${compared} were compared`);
  });
});
