/** What the estimate of work passes from element to element: the place, and the references that led there. */
import type { SvgElement } from '../document/tree.ts';
import { type ElementPlace, elementPlace, rootPlace, type Units, unitsOf } from '../geometry/place.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import type { Matrix } from '../values/matrix.ts';

export interface InheritedState extends ElementPlace {
  /** Number of ancestors and references that led here. */
  readonly depth: number;
  /** The targets of the references that led here, the outermost first. */
  readonly trail: readonly SvgElement[];
  /** How many times the element is drawn (a marker: once for each vertex). */
  readonly times: number;
  /** The element of the page to which messages refer. */
  readonly reportElement: SvgElement | null;
  /** True inside an element whose mask or filter depends on the box of its content, of which nothing may be removed. */
  readonly measured: boolean;
  /** Pixels of the layer that is clipped; null outside of clip paths. */
  readonly clipped: number | null;
}

/** The state of the root. The matrix includes its view box. */
export function rootState(
  root: SvgElement,
  matrix: Matrix,
  user: Units,
  styles: ComputedStyles,
): InheritedState {
  const place = rootPlace(root, matrix, user, styles);
  return { ...place, depth: 1, trail: [], times: 1, reportElement: root, measured: false, clipped: null };
}

/** The state of an element. */
export function elementState(
  element: SvgElement,
  outer: InheritedState,
  styles: ComputedStyles,
): InheritedState {
  const { matrix, placed, own, inner, user, placedUser, sure, style } = elementPlace(element, outer, styles);
  // Written out, since spreading objects would cost more than everything else here, for every element.
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
 * The state of the content of a pattern, marker, mask or clip path: it is drawn where it is used, but inherits from where
 * it is written.
 */
export function definitionState(
  definition: SvgElement,
  state: InheritedState,
  styles: ComputedStyles,
): InheritedState {
  const style = styles.of(definition, state.user);
  return { ...state, style, user: unitsOf(state.user, style.fontSize) };
}

/** The state of an element's children. */
export function contentState({ attributes }: SvgElement, state: InheritedState): InheritedState {
  const measures = attributes['mask'] !== undefined || attributes['filter'] !== undefined;
  return measures && !state.measured ? { ...state, measured: true } : state;
}
