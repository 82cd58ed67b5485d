/** What a document paints, in order, with boxes that are rather too large. */
import { type Box, grow, transformBox } from './box.ts';
import { shapeSize } from './element-size.ts';
import type { Matrix } from './matrix.ts';
import { scaleOf } from './matrix.ts';
import { enter, isStroked, rootSurroundings, type Surroundings, strokeReach } from './surroundings.ts';
import type { SvgDocument, SvgElement } from './tree.ts';
import type { Extent } from './viewport.ts';

/** Something that is painted. */
export interface Painted {
  readonly element: SvgElement;
  /** Device pixels; null for a place that is not known, which counts as everywhere. */
  readonly box: Box | null;
  readonly around: Surroundings;
}

/** Elements that are only drawn where they are referred to. */
export const NOT_PAINTED: ReadonlySet<string> = new Set([
  ...['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'linearGradient', 'radialGradient'],
  ...['filter', 'style', 'view', 'stop'],
]);

/**
 * Everything painted, lowest first. Texts come without a box.
 * @param matrix  from user units to device pixels
 * @param user    what percentages mean, in user units
 */
export function paintOrder(document: SvgDocument, matrix: Matrix, user: Extent): readonly Painted[] {
  const painted: Painted[] = [];
  const visit = (element: SvgElement, outer: Surroundings): void => {
    if (NOT_PAINTED.has(element.name)) return;
    const around = enter(element, outer);
    if (element.name === 'text') painted.push({ element, box: null, around });
    else if (isContainer(element)) for (const child of element.children) visitChild(child, around);
    else painted.push({ element, box: boxOf(element, around), around });
  };
  const visitChild = (child: SvgElement['children'][number], around: Surroundings): void => {
    if (child.kind === 'element') visit(child, around);
  };
  const root = enterRoot(document.root, rootSurroundings(matrix, user));
  for (const child of document.root.children) visitChild(child, root);
  return painted;
}

/** What cannot be placed counts as one thing of unknown size. */
function isContainer(element: SvgElement): boolean {
  return (element.name === 'g' || element.name === 'a') && !isAnywhere(element);
}

/** True for an element that may paint far from where its shape says: a filter can. */
function isAnywhere({ attributes }: SvgElement): boolean {
  return attributes['filter'] !== undefined;
}

/** An image without a size has that of its file. */
function hasNoSize({ name, attributes }: SvgElement): boolean {
  return name === 'image' && (attributes['width'] === undefined || attributes['height'] === undefined);
}

/** The matrix already holds the root's own view box. */
function enterRoot(root: SvgElement, around: Surroundings): Surroundings {
  return enter({ ...root, name: 'g' }, around);
}

function boxOf(element: SvgElement, around: Surroundings): Box | null {
  if (isAnywhere(element) || hasNoSize(element)) return null;
  if (around.markers.some((marker) => marker !== '')) return null;
  const size = shapeSize(element, around.user);
  if (size === null) return null;
  const scale = scaleOf(around.matrix);
  const edge = isStroked(around) ? reachOf(element, around) * Math.max(scale.x, scale.y) : 0;
  const box = grow(transformBox(around.matrix, size.box), edge + 1, edge + 1);
  return [box.left, box.top, box.right, box.bottom].some(Number.isNaN) ? null : box;
}

/** How far a stroke reaches beyond the shape, in user units: square caps on the bias, and mitres of corners. */
function reachOf({ name, attributes }: SvgElement, around: Surroundings): number {
  const { 'stroke-linejoin': join } = attributes;
  const isSmooth = join === 'round' || join === 'bevel';
  const hasCorners = name === 'path' || name === 'polyline' || name === 'polygon';
  return hasCorners && !isSmooth ? strokeReach(around) : (around.strokeWidth / 2) * Math.SQRT2;
}
