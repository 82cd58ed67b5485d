/** Compares where the renderer paints with the boxes that are computed of it. */
import { Resvg } from '@resvg/resvg-js';
import { writeSvg } from '../../../src/pictures/draw/resvg/write.ts';
import {
  type Extent,
  fitInto,
  type Placement,
  pageMatrix,
  readViewport,
  userBox,
} from '../../../src/pictures/svg/document/viewport.ts';
import { Coverage } from '../../../src/pictures/svg/geometry/coverage.ts';
import { paintOrder } from '../../../src/pictures/svg/geometry/painted-elements.ts';
import { rootPlace } from '../../../src/pictures/svg/geometry/place.ts';
import { NO_ASSETS } from '../../../src/pictures/svg/images/asset-files.ts';
import { parseSvg } from '../../../src/pictures/svg/parse/parse.ts';
import { resolveSvg } from '../../../src/pictures/svg/resolve.ts';
import type { Box } from '../../../src/pictures/svg/values/box.ts';

export interface Painted {
  /** The boxes of everything, in device pixels; null when the place of something is not known. */
  readonly boxes: readonly Box[] | null;
  /** Pixels that the renderer paints, and those of them that lie in no box: `x,y`. */
  readonly count: number;
  readonly outside: readonly string[];
  /** The share of the picture that the boxes take. */
  readonly share: number;
}

/** One for each pixel of a picture that lies in a box. */
function pixelsIn(boxes: readonly Box[], { x, y, width, height }: Placement): Uint8Array {
  const held = new Uint8Array(width * height);
  for (const { left, top, right, bottom } of boxes) {
    const from = Math.max(0, Math.floor(left - x));
    const to = Math.min(width, Math.ceil(right - x));
    const end = Math.min(height, bottom - y);
    for (let row = Math.max(0, Math.floor(top - y)); row < end && from < to; row += 1) {
      held.fill(1, row * width + from, row * width + to);
    }
  }
  return held;
}

/** @throws {SvgSignal} the document cannot be drawn */
export function paintedOutside(source: string, frame: Extent): Painted {
  const document = parseSvg(source, 'test.svg');
  const viewport = readViewport(document, frame);
  const { scene } = resolveSvg(document, viewport, { frame, assets: NO_ASSETS, warnsAll: false });
  const placement = fitInto(viewport, frame);
  const root = rootPlace(document.root, pageMatrix(viewport, placement), userBox(viewport), scene.styles);
  const coverage = new Coverage(scene);
  const boxes: Box[] = [];
  let isKnown = true;
  for (const painted of paintOrder(scene, root)) {
    const own = coverage.of(painted);
    if (own === null) isKnown = false;
    else boxes.push(...own);
  }
  const font = { loadSystemFonts: false, defaultFontSize: 16 };
  const { pixels, width } = new Resvg(writeSvg(document, viewport, placement), { font }).render();
  const held = pixelsIn(boxes, placement);
  const outside: string[] = [];
  let count = 0;
  for (let at = 0; at < held.length; at += 1) {
    if (pixels[at * 4 + 3] === 0) continue;
    count += 1;
    if (held[at] === 0) outside.push(`${at % width},${Math.floor(at / width)}`);
  }
  const share = held.reduce((sum, one) => sum + one, 0) / held.length;
  return { boxes: isKnown ? boxes : null, count, outside, share };
}
