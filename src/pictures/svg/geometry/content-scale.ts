/** The scale at which the content of a pattern, marker, mask, clip or symbol is drawn where it is used. */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import { drawnLength } from '../values/length.ts';
import type { Matrix } from '../values/matrix.ts';
import { axisScales, multiply, parseTransform, readViewBox } from '../values/matrix.ts';
import type { Units } from './place.ts';

/** The element that uses the content. */
interface ContentUser {
  /** Size of the element in its user units. */
  readonly box: Extent;
  readonly strokeWidth: number;
  /** What percentages mean. */
  readonly user: Units;
  /** `width` and `height` of a `<use>`. */
  readonly wanted: { readonly width: number | null; readonly height: number | null };
}

/** From the content's units to those of the element that uses it. Only scales are exact, not places. */
export function contentMatrix(target: SvgElement, by: ContentUser): Matrix {
  const { attributes } = target;
  switch (target.name) {
    case 'symbol':
      return viewBoxScale(target, by.wanted.width ?? by.user.width, by.wanted.height ?? by.user.height);
    case 'marker': {
      const unit = attributes['markerUnits'] === 'userSpaceOnUse' ? 1 : by.strokeWidth;
      const width = drawnLength(attributes['markerWidth'], by.user.width, by.user.em) ?? 3;
      const height = drawnLength(attributes['markerHeight'], by.user.height, by.user.em) ?? 3;
      return multiply([unit, 0, 0, unit, 0, 0], viewBoxScale(target, width, height));
    }
    case 'pattern':
      return multiply(parseTransform(attributes['patternTransform']), patternScale(target, by));
    case 'mask':
      return boxScale(attributes['maskContentUnits'], by);
    case 'clipPath':
      return multiply(boxScale(attributes['clipPathUnits'], by), parseTransform(attributes['transform']));
    default:
      return [1, 0, 0, 1, 0, 0];
  }
}

function patternScale(pattern: SvgElement, by: ContentUser): Matrix {
  const { attributes } = pattern;
  if (attributes['viewBox'] === undefined) return boxScale(attributes['patternContentUnits'], by);
  const ofBox = attributes['patternUnits'] !== 'userSpaceOnUse';
  const edge = (name: 'width' | 'height'): number => {
    const length = drawnLength(attributes[name], ofBox ? 1 : by.user[name], by.user.em) ?? 0;
    return ofBox ? length * by.box[name] : length;
  };
  return viewBoxScale(pattern, edge('width'), edge('height'));
}

function boxScale(units: string | undefined, { box }: ContentUser): Matrix {
  return units === 'objectBoundingBox' ? [box.width, 0, 0, box.height, 0, 0] : [1, 0, 0, 1, 0, 0];
}

function viewBoxScale({ attributes }: SvgElement, width: number, height: number): Matrix {
  const box = readViewBox(attributes['viewBox']);
  if (box === null) return [1, 0, 0, 1, 0, 0];
  // The larger of the two, since `slice` fills the whole box.
  const scale = Math.max(width / box[2], height / box[3]);
  return [scale, 0, 0, scale, 0, 0];
}

/**
 * Device pixels of one tile of a pattern, which is drawn into a picture of its own.
 * @param element  size of the painted element, in user units
 */
export function tilePixels(
  { attributes }: Pick<SvgElement, 'attributes'>,
  matrix: Matrix,
  user: Units,
  element: Extent,
): number {
  const own = axisScales(parseTransform(attributes['patternTransform']));
  const outer = axisScales(matrix);
  const inUser = attributes['patternUnits'] === 'userSpaceOnUse';
  const edge = (name: 'width' | 'height'): number =>
    inUser
      ? (drawnLength(attributes[name], user[name], user.em) ?? 0)
      : (drawnLength(attributes[name], 1, user.em) ?? 0) * element[name];
  // A scale of 0 counts as 1.
  const pixels =
    edge('width') * (own.x || 1) * (outer.x || 1) * edge('height') * (own.y || 1) * (outer.y || 1);
  return Number.isNaN(pixels) ? Number.POSITIVE_INFINITY : Math.abs(pixels);
}
