/** What a document paints, in order, with boxes that are rather too large: which texts nothing is painted over. */
import { type Box, grow, transformBox } from '../svg/box.ts';
import { shapeSize } from '../svg/element-size.ts';
import type { Matrix } from '../svg/matrix.ts';
import { scaleOf } from '../svg/matrix.ts';
import { enter, rootSurroundings, type Surroundings } from '../svg/surroundings.ts';
import type { SvgDocument, SvgElement } from '../svg/tree.ts';
import type { Extent } from '../svg/viewport.ts';

/** Something that is painted. */
export interface Painted {
  readonly element: SvgElement;
  /** Device pixels; null for a place that is not known, which counts as everywhere. */
  readonly box: Box | null;
  readonly around: Surroundings;
}

/** Elements that are only drawn where they are referred to. */
const NOT_PAINTED: ReadonlySet<string> = new Set([
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
    const around = enter(element, outer, user);
    if (element.name === 'text') painted.push({ element, box: null, around });
    else if (isContainer(element)) for (const child of element.children) visitChild(child, around);
    else painted.push({ element, box: boxOf(element, around, user), around });
  };
  const visitChild = (child: SvgElement['children'][number], around: Surroundings): void => {
    if (child.kind === 'element') visit(child, around);
  };
  const root = enterRoot(document.root, rootSurroundings(matrix), user);
  for (const child of document.root.children) visitChild(child, root);
  return painted;
}

/** A filter can paint anywhere, so what it is on counts as one thing of unknown size. */
function isContainer({ name, attributes }: SvgElement): boolean {
  return (name === 'g' || name === 'a') && attributes['filter'] === undefined;
}

/** The matrix already holds the root's own view box. */
function enterRoot(root: SvgElement, around: Surroundings, user: Extent): Surroundings {
  return enter({ ...root, name: 'g' }, around, user);
}

function boxOf(element: SvgElement, around: Surroundings, user: Extent): Box | null {
  const { attributes } = element;
  if (attributes['filter'] !== undefined || around.markers.some((marker) => marker !== '')) return null;
  const size = shapeSize(element, user);
  if (size === null) return null;
  const stroked = around.stroke !== '' && around.stroke !== 'none';
  const scale = scaleOf(around.matrix);
  const edge = stroked ? (around.strokeWidth / 2) * reachOf(element) * Math.max(scale.x, scale.y) : 0;
  const box = grow(transformBox(around.matrix, size.box), edge + 1, edge + 1);
  return [box.left, box.top, box.right, box.bottom].some(Number.isNaN) ? null : box;
}

/** How many half stroke widths a stroke reaches beyond the shape: square caps on the bias, and mitres of corners. */
function reachOf({ name, attributes }: SvgElement): number {
  const { 'stroke-linejoin': join } = attributes;
  const isSmooth = join === 'round' || join === 'bevel';
  if (isSmooth || (name !== 'path' && name !== 'polyline' && name !== 'polygon')) return Math.SQRT2;
  // 4 unless another limit is set, on the element or around it: then the corner may be anywhere.
  return attributes['stroke-miterlimit'] === undefined
    ? 4
    : Math.max(4, Number(attributes['stroke-miterlimit']));
}

/** A text that may be lifted out, by its place in the paint order. */
export interface Candidate {
  readonly place: number;
  /** Device pixels. */
  readonly box: Box;
}

/** Comparisons of boxes beyond which the rest of the texts stays. No screen for people comes near. */
const MAX_COMPARISONS = 4_000_000;

/**
 * Which candidates can be painted after everything else without covering what was above them.
 * @param boxes  of everything that stays, by its place in the paint order: a box, null for everywhere, undefined for
 *               nothing
 * @returns the candidates that can be lifted, and those that cannot
 */
export function sortOut(
  candidates: readonly Candidate[],
  boxes: readonly (Box | null | undefined)[],
): { readonly lifted: readonly Candidate[]; readonly covered: readonly Candidate[] } {
  const lifted: Candidate[] = [];
  const covered: Candidate[] = [];
  const above: Box[] = [];
  let everywhere = false;
  let comparisons = 0;
  let next = boxes.length - 1;
  // From the top: what lies above a text is then known to stay or to be lifted.
  for (const candidate of [...candidates].sort((a, b) => b.place - a.place)) {
    for (; next > candidate.place; next -= 1) {
      const box = boxes[next];
      if (box === null) everywhere = true;
      else if (box !== undefined) above.push(box);
    }
    comparisons += above.length;
    const free =
      !everywhere && comparisons <= MAX_COMPARISONS && !above.some((box) => meets(box, candidate.box));
    if (free) lifted.push(candidate);
    else {
      covered.push(candidate);
      above.push(candidate.box);
    }
  }
  return { lifted: lifted.reverse(), covered };
}

function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
