/** Splits rectangles into an inside that is known without drawing, and edges that must be drawn. */
import type { PaintedElement } from '../../svg/geometry/painted-elements.ts';
import type { Units } from '../../svg/geometry/place.ts';
import type { Scene } from '../../svg/geometry/scene.ts';
import { isStroked } from '../../svg/geometry/stroke.ts';
import { anyValue, type Check, reasonAgainst } from '../../svg/style/plain-drawing.ts';
import { type Box, grow, isEmpty, transformBox } from '../../svg/values/box.ts';
import { drawnLength } from '../../svg/values/length.ts';
import { axisScales } from '../../svg/values/matrix.ts';
import { solidColour } from '../../svg/values/paint-values.ts';

/** A rectangle in device pixels. */
interface SplitRect {
  /** 0xRRGGBB of the inside; null when nothing is painted there. */
  readonly fill: number | null;
  /** The whole pixels that it covers completely. */
  readonly inside: Box;
  /** What must be drawn around the inside: rounded corners, strokes, and edges that cut through pixels. */
  readonly edges: readonly Box[];
}

const OF_RECT: Readonly<Record<string, Check>> = Object.fromEntries(
  ['x', 'y', 'width', 'height', 'rx', 'ry'].map((name) => [name, anyValue]),
);

/** resvg rounds edges to quarters of a pixel, so an edge this close to a whole pixel lies on it. */
const WHOLE = 1 / 16;
/** A smaller inside saves less than its four edges cost. */
const MIN_INSIDE_PX = 16;

/**
 * Split a rectangle. Null for one that must be drawn as it is: not opaque, not upright, in no solid colour, or small.
 * Its ancestors are not examined.
 */
export function splitRect(painted: PaintedElement, scene: Scene): SplitRect | null {
  const { place, box } = painted;
  const outer = uprightRect(painted, scene);
  if (outer === null || box === null) return null;
  const { paint } = place.style.fill;
  const fill = paint === 'none' ? null : solidColour(paint || 'black');
  if (fill === null && paint !== 'none') return null;
  const inset = insetOf(painted);
  const scale = axisScales(place.matrix);
  // Hairlines are drawn as wide as a pixel.
  const margin = inset === 0 ? 0 : 1;
  const inside = wholePixels(grow(outer, -inset * scale.x - margin, -inset * scale.y - margin));
  if (isEmpty(inside)) return null;
  const edges = frame(inset === 0 ? trim(box, outer, inside) : box, inside);
  const isSmall = Math.min(inside.right - inside.left, inside.bottom - inside.top) < MIN_INSIDE_PX;
  return isSmall && edges.length > 0 ? null : { fill, inside, edges };
}

/** The shape of a plain rectangle in device pixels. */
function uprightRect({ element, place }: PaintedElement, { shapes }: Scene): Box | null {
  if (element.name !== 'rect' || reasonAgainst(element, OF_RECT) !== null) return null;
  const { matrix, user } = place;
  const [, b, c] = matrix;
  const { width, height } = element.attributes;
  const isShown = lengthOf(width, user.width, user) > 0 && lengthOf(height, user.height, user) > 0;
  const size = isShown && b === 0 && c === 0 ? shapes.of(element, user) : null;
  return size === null ? null : transformBox(matrix, size.box);
}

/** How far round corners and the stroke reach into a rectangle, in user units. */
function insetOf({ element, place: { style, user } }: PaintedElement): number {
  const { rx, ry } = element.attributes;
  const stroke = isStroked(style) ? style.stroke.width / 2 : 0;
  return Math.max(lengthOf(rx, user.width, user), lengthOf(ry, user.height, user), stroke);
}

function lengthOf(text: string | undefined, percentOf: number, { em }: Units): number {
  return drawnLength(text, percentOf, em) ?? 0;
}

/** The largest box of whole pixels in a box. */
function wholePixels({ left, top, right, bottom }: Box): Box {
  return {
    left: Math.ceil(left - WHOLE),
    top: Math.ceil(top - WHOLE),
    right: Math.floor(right + WHOLE),
    bottom: Math.floor(bottom + WHOLE),
  };
}

/** A painted box, cut off at the sides on which the shape itself ends on whole pixels. */
function trim(drawn: Box, shape: Box, inside: Box): Box {
  const side = (name: keyof Box): number =>
    Math.abs(shape[name] - inside[name]) <= WHOLE ? inside[name] : drawn[name];
  return { left: side('left'), top: side('top'), right: side('right'), bottom: side('bottom') };
}

/** The parts of a box outside an inner one. */
function frame(outer: Box, inner: Box): readonly Box[] {
  const sides = [
    { ...outer, bottom: inner.top },
    { ...outer, top: inner.bottom },
    { left: outer.left, top: inner.top, right: inner.left, bottom: inner.bottom },
    { left: inner.right, top: inner.top, right: outer.right, bottom: inner.bottom },
  ];
  return sides.filter((side) => !isEmpty(side));
}
