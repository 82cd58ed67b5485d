/** The boxes of shapes against those that the renderer itself computes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { writeSvg } from '../../../../../src/pictures/draw/resvg/write.ts';
import type { SvgElement } from '../../../../../src/pictures/svg/document/tree.ts';
import {
  type Extent,
  fitInto,
  isNested,
  pageMatrix,
  readViewport,
  userBox,
  type Viewport,
} from '../../../../../src/pictures/svg/document/viewport.ts';
import { paintedBox, paintOrder } from '../../../../../src/pictures/svg/geometry/painted-elements.ts';
import {
  type ElementPlace,
  elementPlace,
  rootPlace,
} from '../../../../../src/pictures/svg/geometry/place.ts';
import { Scene } from '../../../../../src/pictures/svg/geometry/scene.ts';
import { parseSvg } from '../../../../../src/pictures/svg/parse/parse.ts';
import { applyStyles } from '../../../../../src/pictures/svg/style/cascade.ts';
import { type Box, transformBox, unite } from '../../../../../src/pictures/svg/values/box.ts';
import { randomShape } from './random-shapes.ts';

const LANDSCAPE = { width: 800, height: 480 };
const PORTRAIT = { width: 480, height: 800 };
const SHAPES = 4000;
/** As many again in each of the other ways to say where a page lies. */
const SHAPES_ELSEWHERE = 400;

interface Boxes {
  /** Null for nothing, undefined for a place that is not known. */
  readonly ours: Box | null | undefined;
  readonly drawn: Box | null;
}

/** The boxes of a drawing in device pixels. */
function boxesOf(source: string, frame: Extent, read: typeof paintedBoxes): Boxes {
  const document = parseSvg(source, 'test.svg');
  const viewport = readViewport(document, frame);
  const placement = fitInto(viewport, frame);
  applyStyles(document);
  const scene = new Scene(document);
  const matrix = pageMatrix(viewport, placement);
  const boxes = read(scene, rootPlace(document.root, matrix, userBox(viewport), scene.styles));
  const written = writeSvg(document, viewport, placement);
  const found = new Resvg(written, { font: { loadSystemFonts: false, defaultFontSize: 16 } }).getBBox();
  return {
    ours: boxes.includes(null) ? undefined : boxes.reduce<Box | null>((all, box) => unite(all, box), null),
    // The renderer tells boxes in the units of the outer element.
    drawn: found === undefined ? null : transformBox(pageMatrix(outerOf(viewport), placement), boxOf(found)),
  };
}

function outerOf(viewport: Viewport): Viewport {
  return isNested(viewport) ? { ...viewport, viewBox: null } : viewport;
}

function boxOf({ x, y, width, height }: Extent & { readonly x: number; readonly y: number }): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function paintedBoxes(scene: Scene, root: ElementPlace): readonly (Box | null)[] {
  return paintOrder(scene, root).map(({ box }) => box);
}

/** The boxes of all elements that no others are in, in nested viewports, too; null where a place is not sure. */
function nestedBoxes(scene: Scene, root: ElementPlace): readonly (Box | null)[] {
  const visit = (element: SvgElement, place: ElementPlace): readonly (Box | null)[] => {
    const children = element.children.filter((child) => child.kind === 'element');
    if (children.length === 0) return [place.sure ? paintedBox(element, place, scene) : null];
    return children.flatMap((child) => visit(child, elementPlace(child, place, scene.styles)));
  };
  return visit(scene.document.root, root);
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

interface Run {
  readonly count: number;
  readonly frame: Extent;
  /** The document around a shape. */
  readonly page: (shape: string) => string;
  readonly read?: typeof paintedBoxes;
}

function compare({ count, frame, page, read = paintedBoxes }: Run): void {
  let compared = 0;
  for (let seed = 1; seed <= count; seed += 1) {
    const svg = page(randomShape(seed));
    const boxes = boxesOf(svg, frame, read);
    const { ours, drawn } = boxes;
    if (ours === undefined || drawn === null) continue;
    compared += 1;
    assert.ok(
      ours !== null && contains(ours, drawn),
      `seed ${seed}: ${svg}\nhas ${JSON.stringify(drawn)}, not ${JSON.stringify(ours)}`,
    );
  }
  assert.ok(compared > 0.85 * count, `only ${compared} were compared`);
}

const rooted =
  (attributes: string) =>
  (shape: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${shape}</svg>`;
/** A viewport in a page, at a place and of a size of its own. */
const nested =
  (attributes: string) =>
  (shape: string): string =>
    rooted('width="800" height="480"')(
      `<g transform="rotate(10)"><svg x="5%" y="30" width="400" height="300" ${attributes}>${shape}</svg></g>`,
    );

describe('the box of a shape', () => {
  it(`holds all that the renderer draws of it, however it is written (${SHAPES} shapes)`, () => {
    compare({ count: SHAPES, frame: LANDSCAPE, page: rooted('width="800" height="480"') });
  });

  for (const [what, frame, attributes] of [
    ['in portrait', PORTRAIT, 'width="480" height="800"'],
    ['in a frame of another ratio', PORTRAIT, 'width="800" height="480"'],
    ['without a size', PORTRAIT, ''],
    ['in a view box', LANDSCAPE, 'viewBox="0 0 400 240"'],
    ['in a view box in portrait', PORTRAIT, 'viewBox="0 0 600 1000"'],
    ['in a view box that begins elsewhere', LANDSCAPE, 'viewBox="-70 35.5 1000 600"'],
    ['in a view box of another size', LANDSCAPE, 'width="10cm" height="6cm" viewBox="100 0 500 300"'],
    ['in a view box that is filled', LANDSCAPE, 'viewBox="0 0 500 300" preserveAspectRatio="xMaxYMin slice"'],
    ['in a root with a transform', LANDSCAPE, 'viewBox="0 0 800 480" transform="translate(9 -20) scale(.8)"'],
  ] as const) {
    it(`holds it ${what}`, () => compare({ count: SHAPES_ELSEWHERE, frame, page: rooted(attributes) }));
  }

  it('holds its inside in a view box that is stretched', () => {
    // The box that the renderer tells for a stroke is that before the page is stretched.
    const attributes = 'width="480" height="800" viewBox="0 0 900 300" preserveAspectRatio="none"';
    const page = (shape: string): string => rooted(attributes)(shape.replaceAll('stroke="#000"', ''));
    compare({ count: SHAPES_ELSEWHERE, frame: PORTRAIT, page });
  });

  for (const [what, attributes] of [
    ['without a view box', ''],
    ['with a view box of its ratio', 'viewBox="10 20 800 600"'],
    ['with a view box that is stretched', 'viewBox="0 0 300 900" preserveAspectRatio="none"'],
    ['with percentages of the page', 'viewBox="0 0 40 30" style="overflow:visible"'],
  ] as const) {
    it(`holds it in a nested viewport ${what}`, () =>
      compare({ count: SHAPES_ELSEWHERE, frame: LANDSCAPE, page: nested(attributes), read: nestedBoxes }));
  }

  for (const ratio of ['xMidYMid meet', 'xMinYMax slice', 'defer xMaxYMin', 'xMinYMin slice', '']) {
    // The renderer tells the box of what a viewport cuts off, too.
    const attributes = `viewBox="0 0 300 900" preserveAspectRatio="${ratio}"`;
    it(`holds it in a view box of another ratio than its size: ${ratio}`, () => {
      compare({
        count: SHAPES_ELSEWHERE,
        frame: LANDSCAPE,
        page: rooted(`width="800" height="480" ${attributes}`),
      });
    });

    it(`holds it in a nested viewport of another ratio: ${ratio}`, () => {
      compare({
        count: SHAPES_ELSEWHERE,
        frame: LANDSCAPE,
        page: nested(`${attributes} overflow="visible"`),
        read: nestedBoxes,
      });
    });
  }

  it('is not known in a nested view box whose ratio renderers read differently', () => {
    const attributes = 'viewBox="0 0 300 900" preserveAspectRatio="bogus"';
    const shape = '<rect width="9" height="9"/>';
    assert.equal(boxesOf(nested(attributes)(shape), LANDSCAPE, nestedBoxes).ours, undefined);
  });
});
