/** The place of an element: its matrices, units and style, which everything that measures or draws a document needs. */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import { type ComputedStyle, INITIAL_STYLE } from '../style/computed-style.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import { drawnLength } from '../values/length.ts';
import { IDENTITY, type Matrix, multiply, parseTransform, readViewBox } from '../values/matrix.ts';
import { isAspectRatio, viewBoxMatrix } from '../values/view-box.ts';

/** What relative lengths refer to. */
export interface Units extends Extent {
  /** Font size, in user units. Default 16. */
  readonly em?: number;
}

export interface ElementPlace {
  /** From the content of the element to device pixels. */
  readonly matrix: Matrix;
  /** From the element's effects to device pixels: effects lie outside the viewport that the element may open. */
  readonly placed: Matrix;
  /** From the element's effects to its parent: its own transform. */
  readonly own: Matrix;
  /** From the content of the element to its effects: the viewport that it opens. */
  readonly inner: Matrix;
  /** What relative lengths refer to in the content of the element. */
  readonly user: Units;
  /** What relative lengths refer to in its effects. */
  readonly placedUser: Units;
  /** False when the matrix has the right scale, but perhaps not the right offset. */
  readonly sure: boolean;
  readonly style: ComputedStyle;
}

/** The properties of the parent's place that an element's place depends on. */
export type Outer = Pick<ElementPlace, 'matrix' | 'user' | 'sure' | 'style'>;

/**
 * The place of the root. The matrix includes its view box.
 * @param matrix  from user units to device pixels
 * @param user    the size that percentages refer to, in user units
 */
export function rootPlace(
  root: SvgElement,
  matrix: Matrix,
  user: Units,
  styles: ComputedStyles,
): ElementPlace {
  return placeIn(root, { matrix, user, sure: true, style: INITIAL_STYLE }, styles, null);
}

/** The place of an element in another one. */
export function elementPlace(element: SvgElement, outer: Outer, styles: ComputedStyles): ElementPlace {
  return placeIn(element, outer, styles, element.name === 'svg' ? openViewport(element, outer) : null);
}

function placeIn(
  element: SvgElement,
  outer: Outer,
  styles: ComputedStyles,
  view: InnerViewport | null,
): ElementPlace {
  const style = styles.enter(element, outer.style, outer.user);
  const own = parseTransform(element.attributes['transform']);
  const placed = own === IDENTITY ? outer.matrix : multiply(outer.matrix, own);
  const placedUser = unitsOf(outer.user, style.fontSize);
  return {
    matrix: view === null ? placed : multiply(placed, view.inner),
    placed,
    own,
    inner: view === null ? IDENTITY : view.inner,
    user: view === null ? placedUser : unitsOf(view.user, style.fontSize),
    placedUser,
    sure: outer.sure && (view === null || view.isExact),
    style,
  };
}

/** The same units with another font size. */
export function unitsOf(user: Units, em: number): Units {
  if (user.em === em || (user.em === undefined && em === INITIAL_STYLE.fontSize)) return user;
  return { width: user.width, height: user.height, em };
}

interface InnerViewport {
  readonly inner: Matrix;
  readonly user: Units;
  /** Whether the content lies exactly where the matrix says. */
  readonly isExact: boolean;
}

/** A nested viewport moves and scales its content. */
function openViewport({ attributes }: SvgElement, { user }: Outer): InnerViewport {
  const x = drawnLength(attributes['x'], user.width, user.em) ?? 0;
  const y = drawnLength(attributes['y'], user.height, user.em) ?? 0;
  const shownWidth = drawnLength(attributes['width'], user.width, user.em) ?? user.width;
  const shownHeight = drawnLength(attributes['height'], user.height, user.em) ?? user.height;
  const box = readViewBox(attributes['viewBox']);
  if (box === null) {
    const inner = { ...user, width: shownWidth, height: shownHeight };
    return { inner: [1, 0, 0, 1, x, y], user: inner, isExact: true };
  }
  const ratio = attributes['preserveAspectRatio'];
  const fitted = viewBoxMatrix(box, ratio, { width: shownWidth, height: shownHeight });
  return {
    inner: multiply([1, 0, 0, 1, x, y], fitted),
    user: { ...user, width: box[2], height: box[3] },
    isExact: isAspectRatio(ratio),
  };
}
