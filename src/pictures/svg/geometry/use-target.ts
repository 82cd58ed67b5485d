/** What a `<use>` shows, and where; and the clips of viewports. */
import type { SvgElement } from '../document/tree.ts';
import type { References } from '../graph/references.ts';
import type { Box } from '../values/box.ts';
import { drawnLength } from '../values/length.ts';
import { IDENTITY, type Matrix, multiply, readViewBox } from '../values/matrix.ts';
import { isAspectRatio, viewBoxMatrix } from '../values/view-box.ts';
import type { ElementPlace, Outer, Units } from './place.ts';

interface UseTarget {
  /** With the size that the `<use>` gives it. */
  readonly target: SvgElement;
  readonly outer: Outer;
  /** For the content of a `<symbol>`: its viewport in the units of the `<use>`; null when nothing is cut off. */
  readonly clip: Box | null;
  /** For the content of a `<symbol>`: from its view box to the `<use>`. */
  readonly content: Matrix;
}

/** What an element shows by its `href`; null for nothing. @param place  of the `<use>` itself */
export function useTarget(
  { attributes }: SvgElement,
  place: ElementPlace,
  references: References,
): UseTarget | 'unknown' | null {
  const target = references.find(attributes['href']);
  if (target === undefined) return null;
  const { user, sure, style } = place;
  const { left, top, width, height } = rectangleOf(attributes, user);
  const outer = { matrix: multiply(place.matrix, [1, 0, 0, 1, left, top]), user, sure, style };
  if (target.name === 'svg')
    return { target: sized(target, attributes), outer, clip: null, content: IDENTITY };
  if (target.name !== 'symbol') return { target, outer, clip: null, content: IDENTITY };
  const { viewBox, preserveAspectRatio, transform, filter } = target.attributes;
  // Renderers disagree about them.
  if (transform !== undefined || filter !== undefined || !isAspectRatio(preserveAspectRatio))
    return 'unknown';
  const box = readViewBox(viewBox);
  const isShown = width > 0 && height > 0;
  return {
    target,
    outer,
    clip: isShown && clipsViewport(target) ? { left, top, right: left + width, bottom: top + height } : null,
    content: box === null || !isShown ? IDENTITY : viewBoxMatrix(box, preserveAspectRatio, { width, height }),
  };
}

/** A nested `<svg>` with the size of the `<use>` that shows it. */
function sized(target: SvgElement, { width, height }: SvgElement['attributes']): SvgElement {
  const attributes = { ...target.attributes };
  if (width !== undefined) attributes['width'] = width;
  if (height !== undefined) attributes['height'] = height;
  return { ...target, attributes };
}

/** The viewport that a nested `<svg>` cuts its content off at, in the units of its effects; null without any. */
export function clipOf(element: SvgElement, { placedUser }: ElementPlace): Box | null {
  if (!clipsViewport(element)) return null;
  const { left, top, width, height } = rectangleOf(element.attributes, placedUser);
  return width > 0 && height > 0 ? { left, top, right: left + width, bottom: top + height } : null;
}

/** True for an element that clips its content at its viewport. */
export function clipsViewport({ name, attributes }: SvgElement): boolean {
  if (name !== 'svg' && name !== 'symbol' && name !== 'marker') return false;
  if (name === 'svg' && (attributes['width'] === undefined || attributes['height'] === undefined))
    return false;
  return !/^(?:visible|auto)$/.test(attributes['overflow'] ?? 'hidden');
}

function rectangleOf(attributes: SvgElement['attributes'], user: Units) {
  const length = (name: string, percentOf: number): number | null =>
    drawnLength(attributes[name], percentOf, user.em);
  return {
    left: length('x', user.width) ?? 0,
    top: length('y', user.height) ?? 0,
    width: length('width', user.width) ?? user.width,
    height: length('height', user.height) ?? user.height,
  };
}
