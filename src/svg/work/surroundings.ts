/** Where the estimate of work is: the place of an element, and the way that led there. */
import type { SvgElement } from '../document/tree.ts';
import { enter as enterPlace, type Place, rootPlace, type Units, unitsOf } from '../geometry/place.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import type { Matrix } from '../values/matrix.ts';

export interface Surroundings extends Place {
  /** Elements and references around it. */
  readonly depth: number;
  /** What the references named that led here, the outermost first. */
  readonly trail: readonly SvgElement[];
  /** How many times it is drawn (once for each vertex, for a marker). */
  readonly times: number;
  /** The element of the document proper that a message should point at. */
  readonly blame: SvgElement | null;
  /** A mask or filter further out is measured by the box of what is in it, so nothing may be taken away. */
  readonly measured: boolean;
  /** Pixels of the layer that a clip path lies in; null outside of clip paths. */
  readonly clipped: number | null;
}

/** The surroundings of the root, whose view box the matrix holds already. */
export function enterRoot(
  root: SvgElement,
  matrix: Matrix,
  user: Units,
  styles: ComputedStyles,
): Surroundings {
  const place = rootPlace(root, matrix, user, styles);
  return { ...place, depth: 1, trail: [], times: 1, blame: root, measured: false, clipped: null };
}

/** The surroundings with what the element itself says. */
export function enter(element: SvgElement, outer: Surroundings, styles: ComputedStyles): Surroundings {
  const { matrix, placed, own, inner, user, placedUser, sure, style } = enterPlace(element, outer, styles);
  // Written out: spreading objects costs more than all the rest, and this runs for every element.
  return {
    matrix,
    placed,
    own,
    inner,
    user,
    placedUser,
    sure,
    style,
    depth: outer.depth + 1,
    trail: outer.trail,
    times: outer.times,
    blame: outer.trail.length === 0 ? element : outer.blame,
    measured: outer.measured,
    clipped: outer.clipped,
  };
}

/**
 * The surroundings of what is in a pattern, marker, mask or clip path: it stands where it is used, and inherits from
 * where it is written.
 */
export function insideDefinition(
  definition: SvgElement,
  around: Surroundings,
  styles: ComputedStyles,
): Surroundings {
  const style = styles.of(definition, around.user);
  return { ...around, style, user: unitsOf(around.user, style.fontSize) };
}

/** The surroundings of an element's children. */
export function inside({ attributes }: SvgElement, around: Surroundings): Surroundings {
  const measures = attributes['mask'] !== undefined || attributes['filter'] !== undefined;
  return measures && !around.measured ? { ...around, measured: true } : around;
}
