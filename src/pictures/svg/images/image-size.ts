/** Computes how many device pixels an image of an SVG covers. */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import { type ElementPlace, elementPlace } from '../geometry/place.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import { drawnLength } from '../values/length.ts';
import { axisScales } from '../values/matrix.ts';

/** The page that contains the images. */
export interface ImagePage {
  /** Of the root. */
  readonly place: ElementPlace;
  readonly styles: ComputedStyles;
}

/** Elements that do nothing to their content beyond moving and scaling it. */
const TRANSPARENT = new Set(['g', 'a', 'switch']);

/**
 * The size in device pixels at which an image of `pixels` is drawn; its ratio is kept unless `preserveAspectRatio` says
 * otherwise. Null when the size depends on more than the ancestors' transforms: in patterns, symbols, masks and nested
 * viewports.
 */
export function drawnSize(element: SvgElement, pixels: Extent, page: ImagePage): Extent | null {
  const place = placeOf(element, page);
  if (place === null) return null;
  const { matrix, user } = place;
  const scale = axisScales(matrix);
  const width = drawnLength(element.attributes['width'], user.width, user.em);
  const height = drawnLength(element.attributes['height'], user.height, user.em);
  if (width === null || height === null) return null;
  const x = (width * scale.x) / pixels.width;
  const y = (height * scale.y) / pixels.height;
  const ratio = element.attributes['preserveAspectRatio']?.trim() ?? '';
  if (ratio.startsWith('none')) return extent(pixels, x, y);
  const both = /\bslice\b/.test(ratio) ? Math.max(x, y) : Math.min(x, y);
  return extent(pixels, both, both);
}

function placeOf(element: SvgElement, page: ImagePage): ElementPlace | null {
  const { parent } = element;
  if (parent === null) return page.place;
  if (parent.parent !== null && !TRANSPARENT.has(parent.name)) return null;
  const outer = placeOf(parent, page);
  return outer === null ? null : elementPlace(element, outer, page.styles);
}

function extent(pixels: Extent, x: number, y: number): Extent | null {
  const width = Math.round(pixels.width * x);
  const height = Math.round(pixels.height * y);
  return Number.isFinite(width + height) ? { width: Math.max(1, width), height: Math.max(1, height) } : null;
}
