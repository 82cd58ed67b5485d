/** Where the estimate of work is: the place of an element, and the way that led there. */
import type { SvgElement } from '../document/tree.ts';
import { type ElementPlace, elementPlace, rootPlace, type Units, unitsOf } from '../geometry/place.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import type { Matrix } from '../values/matrix.ts';

export interface InheritedState extends ElementPlace {
  /** Elements and references around it. */
  readonly depth: number;
  /** What the references named that led here, the outermost first. */
  readonly trail: readonly SvgElement[];
  /** How many times it is drawn (once for each vertex, for a marker). */
  readonly times: number;
  /** The element of the document proper that a message should point at. */
  readonly reportElement: SvgElement | null;
  /** A mask or filter further out is measured by the box of what is in it, so nothing may be taken away. */
  readonly measured: boolean;
  /** Pixels of the layer that a clip path lies in; null outside of clip paths. */
  readonly clipped: number | null;
}

/** The surroundings of the root, whose view box the matrix holds already. */
export function rootState(
  root: SvgElement,
  matrix: Matrix,
  user: Units,
  styles: ComputedStyles,
): InheritedState {
  const place = rootPlace(root, matrix, user, styles);
  return { ...place, depth: 1, trail: [], times: 1, reportElement: root, measured: false, clipped: null };
}

/** The surroundings with what the element itself says. */
export function elementState(
  element: SvgElement,
  outer: InheritedState,
  styles: ComputedStyles,
): InheritedState {
  const { matrix, placed, own, inner, user, placedUser, sure, style } = elementPlace(element, outer, styles);
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
    reportElement: outer.trail.length === 0 ? element : outer.reportElement,
    measured: outer.measured,
    clipped: outer.clipped,
  };
}

/**
 * The surroundings of what is in a pattern, marker, mask or clip path: it stands where it is used, and inherits from
 * where it is written.
 */
export function definitionState(
  definition: SvgElement,
  state: InheritedState,
  styles: ComputedStyles,
): InheritedState {
  const style = styles.of(definition, state.user);
  return { ...state, style, user: unitsOf(state.user, style.fontSize) };
}

/** The surroundings of an element's children. */
export function contentState({ attributes }: SvgElement, state: InheritedState): InheritedState {
  const measures = attributes['mask'] !== undefined || attributes['filter'] !== undefined;
  return measures && !state.measured ? { ...state, measured: true } : state;
}
