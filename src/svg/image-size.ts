/** How many device pixels an image of an SVG covers. */
import { readLength } from './length.ts';
import type { Matrix } from './matrix.ts';
import { IDENTITY, multiply, parseTransform, scaleOf } from './matrix.ts';
import type { SvgElement } from './tree.ts';
import type { Extent, Placement, Viewport } from './viewport.ts';

/** From the user space of the root to device pixels. */
export interface RootScale {
  readonly matrix: Matrix;
  /** What percentages of the outermost viewport mean, in user units. */
  readonly user: Extent;
}

export function rootScale(viewport: Viewport, placement: Placement): RootScale {
  const user = viewport.viewBox ?? viewport;
  return { matrix: [placement.width / user.width, 0, 0, placement.height / user.height, 0, 0], user };
}

/** Ancestors that only move and scale what is in them. */
const TRANSPARENT = new Set(['g', 'a', 'switch']);

/**
 * The size in device pixels at which an image with this many pixels is drawn, its ratio kept unless
 * `preserveAspectRatio` says otherwise. Null when that cannot be told from the place of the element alone: in
 * patterns, symbols, masks, nested viewports.
 */
export function drawnSize(element: SvgElement, pixels: Extent, root: RootScale): Extent | null {
  const matrix = matrixOf(element, root.matrix);
  if (matrix === null) return null;
  const scale = scaleOf(matrix);
  const width = readLength(element.attributes['width'], root.user.width);
  const height = readLength(element.attributes['height'], root.user.height);
  if (width === null || height === null) return null;
  const x = (width * scale.x) / pixels.width;
  const y = (height * scale.y) / pixels.height;
  const ratio = element.attributes['preserveAspectRatio']?.trim() ?? '';
  if (ratio.startsWith('none')) return extent(pixels, x, y);
  const both = /\bslice\b/.test(ratio) ? Math.max(x, y) : Math.min(x, y);
  return extent(pixels, both, both);
}

function matrixOf(element: SvgElement, root: Matrix): Matrix | null {
  let matrix = parseTransform(element.attributes['transform']);
  for (let at = element.parent; at !== null; at = at.parent) {
    if (at.parent === null) break;
    if (!TRANSPARENT.has(at.name)) return null;
    const own = parseTransform(at.attributes['transform']);
    if (own !== IDENTITY) matrix = multiply(own, matrix);
  }
  return multiply(root, matrix);
}

function extent(pixels: Extent, x: number, y: number): Extent | null {
  const width = Math.round(pixels.width * x);
  const height = Math.round(pixels.height * y);
  return Number.isFinite(width + height) ? { width: Math.max(1, width), height: Math.max(1, height) } : null;
}
