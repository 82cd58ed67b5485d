/** Where shapes and images paint. */
import type { SvgElement } from '../document/tree.ts';
import { type ComputedStyle, mayHaveMarkers } from '../style/computed-style.ts';
import { type Box, grow, transformBox } from '../values/box.ts';
import { outlineBoxes } from './outline-boxes.ts';
import type { ElementPlace } from './place.ts';
import type { Scene } from './scene.ts';
import { isStroked, strokeReach } from './stroke.ts';

const WITH_MARKERS: ReadonlySet<string> = new Set(['path', 'line', 'polyline', 'polygon']);

export interface ShapeBoxOptions {
  /** True for the box of the whole shape, even where nothing is painted in it. */
  readonly isWhole: boolean;
  /** How far the markers of the shape extend from its points, in its user units; null when it is not known. */
  readonly markerReach: () => number | null;
}

/** The boxes that a shape or an image paints in; none for any other element, null for an unknown place. */
export function shapeBoxes(
  element: SvgElement,
  { matrix, user, style }: ElementPlace,
  scene: Scene,
  { isWhole, markerReach }: ShapeBoxOptions,
): readonly Box[] | null {
  if (element.name === 'image') return imageBoxes(element, matrix, scene, user);
  const size = scene.shapes.of(element, user);
  if (size === null) return [];
  const hasMarkers = WITH_MARKERS.has(element.name) && mayHaveMarkers(style);
  const markers = hasMarkers ? markerReach() : 0;
  if (markers === null) return null;
  const filled = isWhole || isFilled(element, style);
  if (!filled && !isStroked(style) && markers === 0) return [];
  const boxes = (filled ? null : outlineBoxes(element, user, size.box)) ?? [size.box];
  const reach = Math.max(markers, strokeReach(element, style));
  return boxes.map((box) => transformBox(matrix, grow(box, reach, reach)));
}

/** An image without a size has got that of its file when pictures are loaded; before, its place is unknown. */
function imageBoxes(
  element: SvgElement,
  matrix: ElementPlace['matrix'],
  scene: Scene,
  user: ElementPlace['user'],
): readonly Box[] | null {
  const { width, height } = element.attributes;
  const size = width === undefined || height === undefined ? null : scene.shapes.of(element, user);
  return size === null ? null : [transformBox(matrix, size.box)];
}

/** True for a shape whose inside is painted. */
export function isFilled({ name }: SvgElement, { fill }: ComputedStyle): boolean {
  return name !== 'line' && fill.opacity > 0 && fill.paint !== 'none' && fill.paint !== 'transparent';
}
