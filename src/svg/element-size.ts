/** Rough sizes of elements in their own user space: enough to tell a drawing from a bomb, and what is out of sight. */
import { type Box, grow, Hull } from './box.ts';
import { diagonalOf, drawnLength } from './length.ts';
import type { Matrix } from './matrix.ts';
import { parseTransform, scaleOf } from './matrix.ts';
import { type PathSize, pathSize } from './path-size.ts';
import type { Units } from './surroundings.ts';
import type { SvgElement } from './tree.ts';
import { walk } from './tree.ts';
import type { Extent } from './viewport.ts';

/**
 * The size of a basic shape; null for an element that is none, or draws nothing.
 * @param user  what percentages mean, in user units
 */
export function shapeSize(element: SvgElement, user: Units): PathSize | null {
  const { attributes } = element;
  const x = (name: string): number => drawnLength(attributes[name], user.width, user.em) ?? 0;
  const y = (name: string): number => drawnLength(attributes[name], user.height, user.em) ?? 0;
  // An image without a size has that of its file, which may not be known yet.
  const edge = (name: 'width' | 'height'): number =>
    drawnLength(attributes[name], user[name], user.em) ?? user[name];
  switch (element.name) {
    case 'image':
      return boxSize(x('x'), y('y'), edge('width'), edge('height'));
    case 'rect':
      return boxSize(x('x'), y('y'), x('width'), y('height'));
    case 'circle':
      return circleSize(x('cx'), y('cy'), drawnLength(attributes['r'], diagonalOf(user), user.em) ?? 0);
    case 'ellipse': {
      // A radius that is missing, or not valid, is as large as the other.
      const rx = positive(drawnLength(attributes['rx'], user.width, user.em));
      const ry = positive(drawnLength(attributes['ry'], user.height, user.em));
      const [reachX, reachY] = [rx ?? ry ?? 0, ry ?? rx ?? 0];
      return boxSize(x('cx') - reachX, y('cy') - reachY, 2 * reachX, 2 * reachY);
    }
    case 'line':
      return boxSize(x('x1'), y('y1'), x('x2') - x('x1'), y('y2') - y('y1'));
    case 'polyline':
    case 'polygon':
      return pathSize(`M${attributes['points'] ?? ''}`);
    case 'path':
      return pathSize(attributes['d'] ?? '');
    default:
      return null;
  }
}

function circleSize(x: number, y: number, r: number): PathSize {
  return boxSize(x - r, y - r, 2 * r, 2 * r);
}

function positive(length: number | null): number | null {
  return length === null || length < 0 ? null : length;
}

function boxSize(x: number, y: number, width: number, height: number): PathSize {
  const hull = new Hull();
  hull.add(x, y);
  hull.add(x + width, y + height);
  const length = 2 * (Math.abs(width) + Math.abs(height));
  return { box: hull.box, climb: 2 * Math.abs(height), length, points: 5, edges: 4, turns: 2 };
}

export interface TextSize {
  readonly box: Box;
  readonly characters: number;
  /** The largest font size in it. */
  readonly em: number;
}

/** Widest advance of a glyph that is expected, in em. */
const ADVANCE = 1.2;
/** Lengths that move characters, together or each. */
const SHIFTS = ['dx', 'dy', 'textLength', 'baseline-shift'] as const;
const SPACINGS = ['letter-spacing', 'word-spacing'] as const;

/** What a text inherits. */
export interface InheritedText {
  readonly fontSize: number;
  readonly spacing: number;
}

/** The size of a `<text>` with all its spans, but for what a path leads elsewhere; null for an empty one. */
export function textSize(text: SvgElement, user: Units, inherited: InheritedText): TextSize | null {
  const measure = new TextMeasure(user, inherited);
  walk(text, (element) => measure.add(element));
  const { characters, em, shift, spacing } = measure;
  if (characters === 0) return null;
  const length = characters * (em * ADVANCE + spacing) + shift + em;
  return { box: grow(measure.box, length, isVertical(text) ? length : 2 * em + shift), characters, em };
}

/** Sums over the spans of a text. */
class TextMeasure {
  characters = 0;
  em: number;
  shift = 0;
  spacing: number;
  readonly #user: Units;
  readonly #hull = new Hull();
  #left: number | null = null;
  #top = 0;

  constructor(user: Units, { fontSize, spacing }: InheritedText) {
    this.#user = user;
    this.em = fontSize;
    this.spacing = spacing;
  }

  get box(): Box {
    return this.#hull.box;
  }

  /** Add a span; the text itself comes first. */
  add({ attributes, children }: SvgElement): void {
    const fontSize = attributes['font-size'];
    if (fontSize !== undefined)
      this.em = Math.max(this.em, drawnLength(fontSize, this.em, this.em) ?? this.em);
    this.#place(attributes['x'], attributes['y']);
    for (const name of SHIFTS) this.shift += this.#sum(attributes[name]);
    for (const name of SPACINGS) this.spacing += this.#sum(attributes[name]);
    for (const child of children) if (child.kind === 'text') this.characters += child.text.length;
  }

  #place(xList: string | undefined, yList: string | undefined): void {
    if (this.#left !== null && xList === undefined && yList === undefined) return;
    const xs = lengths(xList, this.#user.width, this.em);
    const ys = lengths(yList, this.#user.height, this.em);
    if (this.#left === null) {
      this.#left = xs[0] ?? 0;
      this.#top = ys[0] ?? 0;
      this.#hull.add(this.#left, this.#top);
    }
    for (const x of xs) this.#hull.add(x, this.#top);
    for (const y of ys) this.#hull.add(this.#left, y);
  }

  #sum(list: string | undefined): number {
    if (list === undefined) return 0;
    let sum = 0;
    for (const length of lengths(list, diagonalOf(this.#user), this.em)) sum += Math.abs(length);
    return sum;
  }
}

/** True where lines run downwards, by an attribute of the text or one around it. */
function isVertical(text: SvgElement): boolean {
  for (let at: SvgElement | null = text; at !== null; at = at.parent) {
    const mode = at.attributes['writing-mode'];
    if (mode !== undefined) return /^\s*(?:tb|vertical)/.test(mode);
  }
  return false;
}

const NO_LENGTHS: readonly number[] = [];

function lengths(list: string | undefined, percentOf: number, em: number | undefined): readonly number[] {
  if (list === undefined) return NO_LENGTHS;
  const plain = Number(list);
  if (Number.isFinite(plain) && list !== '') return [plain];
  return list
    .trim()
    .split(/[\s,]+/)
    .map((length) => drawnLength(length, percentOf, em) ?? 0);
}

/**
 * Device pixels of one tile of a pattern: it is drawn into a picture of its own, as large as the pattern says.
 * @param element  size of the painted element, in user units
 */
export function tilePixels(
  { attributes }: Pick<SvgElement, 'attributes'>,
  matrix: Matrix,
  user: Units,
  element: Extent,
): number {
  const own = scaleOf(parseTransform(attributes['patternTransform']));
  const outer = scaleOf(matrix);
  const inUser = attributes['patternUnits'] === 'userSpaceOnUse';
  const edge = (name: 'width' | 'height'): number =>
    inUser
      ? (drawnLength(attributes[name], user[name], user.em) ?? 0)
      : (drawnLength(attributes[name], 1, user.em) ?? 0) * element[name];
  // A transform that flattens everything counts as none.
  const pixels =
    edge('width') * (own.x || 1) * (outer.x || 1) * edge('height') * (own.y || 1) * (outer.y || 1);
  return Number.isNaN(pixels) ? Number.POSITIVE_INFINITY : Math.abs(pixels);
}
