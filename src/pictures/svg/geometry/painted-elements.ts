/** Everything that a document paints, in order, with boxes that are never too small. */
import { BY_REFERENCE } from '../document/by-reference.ts';
import type { SvgElement } from '../document/tree.ts';
import { mayHaveMarkers } from '../style/computed-style.ts';
import { type Box, grow, transformBox } from '../values/box.ts';
import { axisScales } from '../values/matrix.ts';
import { type ElementPlace, elementPlace } from './place.ts';
import type { Scene } from './scene.ts';
import { strokeReach } from './stroke.ts';

/** Something that is painted. */
export interface PaintedElement {
  readonly element: SvgElement;
  /** Device pixels; null for an unknown place, which counts as everywhere. */
  readonly box: Box | null;
  readonly place: ElementPlace;
}

/**
 * Everything painted, lowest first. Texts come without a box.
 * @param root  the place of the root
 */
export function paintOrder(scene: Scene, root: ElementPlace): readonly PaintedElement[] {
  const painted: PaintedElement[] = [];
  const { document, styles } = scene;
  const visitChildren = ({ children }: SvgElement, place: ElementPlace): void => {
    for (const child of children) {
      if (child.kind === 'element' && !BY_REFERENCE.has(child.name))
        visit(child, elementPlace(child, place, styles));
    }
  };
  const visit = (element: SvgElement, place: ElementPlace): void => {
    if (isContainer(element)) visitChildren(element, place);
    else painted.push({ element, box: paintedBox(element, place, scene), place });
  };
  visitChildren(document.root, root);
  return painted;
}

/** A group whose place is unknown counts as one element of unknown size. */
function isContainer(element: SvgElement): boolean {
  return (element.name === 'g' || element.name === 'a') && !isAnywhere(element);
}

/** True for an element that may paint outside of its shape: with a filter. */
function isAnywhere({ attributes }: SvgElement): boolean {
  return attributes['filter'] !== undefined;
}

/** True for an image whose size is that of its file. */
function hasNoSize({ name, attributes }: SvgElement): boolean {
  return name === 'image' && (attributes['width'] === undefined || attributes['height'] === undefined);
}

/** The area that an element paints, in device pixels; null when it is unknown. */
export function paintedBox(
  element: SvgElement,
  { matrix, user, style }: ElementPlace,
  scene: Scene,
): Box | null {
  if (isAnywhere(element) || hasNoSize(element) || mayHaveMarkers(style)) return null;
  const size = scene.shapes.of(element, user);
  if (size === null) return null;
  const scale = axisScales(matrix);
  const edge = strokeReach(element, style) * Math.max(scale.x, scale.y);
  const box = grow(transformBox(matrix, size.box), edge + 1, edge + 1);
  return [box.left, box.top, box.right, box.bottom].some(Number.isNaN) ? null : box;
}
