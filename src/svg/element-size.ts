/** Rough sizes of elements in their own user space: enough to tell a drawing from a bomb, and what is out of sight. */
import { type Box, grow, Hull } from './box.ts';
import { readLength } from './length.ts';
import type { Matrix } from './matrix.ts';
import { parseTransform, scaleOf } from './matrix.ts';
import { type PathSize, pathSize } from './path-size.ts';
import type { SvgElement } from './tree.ts';
import { walk } from './tree.ts';
import type { Extent } from './viewport.ts';

/**
 * The size of a basic shape; null for an element that is none, or draws nothing.
 * @param user  what percentages mean, in user units
 */
export function shapeSize(element: SvgElement, user: Extent): PathSize | null {
  const { attributes } = element;
  const x = (name: string): number => readLength(attributes[name], user.width) ?? 0;
  const y = (name: string): number => readLength(attributes[name], user.height) ?? 0;
  switch (element.name) {
    case 'rect':
    case 'image':
      return boxSize(x('x'), y('y'), x('width'), y('height'));
    case 'circle':
      return boxSize(x('cx') - x('r'), y('cy') - x('r'), 2 * x('r'), 2 * x('r'));
    case 'ellipse':
      return boxSize(x('cx') - x('rx'), y('cy') - y('ry'), 2 * x('rx'), 2 * y('ry'));
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

function boxSize(x: number, y: number, width: number, height: number): PathSize {
  const hull = new Hull();
  hull.add(x, y);
  hull.add(x + width, y + height);
  const length = 2 * (Math.abs(width) + Math.abs(height));
  return { box: hull.box, climb: 2 * Math.abs(height), length, points: 2 };
}

export interface TextSize {
  readonly box: Box;
  readonly characters: number;
}

/** Widest advance of a glyph that is expected, in em. */
const ADVANCE = 1.2;

/** The size of a `<text>` with all its spans; null for an empty one. */
export function textSize(text: SvgElement, user: Extent, fontSize: number): TextSize | null {
  const hull = new Hull();
  let characters = 0;
  let shift = 0;
  let em = fontSize;
  hull.add(...firstPosition(text, user));
  walk(text, ({ attributes, children }) => {
    em = Math.max(em, readLength(attributes['font-size'], em) ?? em);
    for (const x of lengths(attributes['x'], user.width)) hull.add(x, hull.box.top);
    for (const y of lengths(attributes['y'], user.height)) hull.add(hull.box.left, y);
    for (const list of [
      attributes['dx'],
      attributes['dy'],
      attributes['letter-spacing'],
      attributes['textLength'],
    ]) {
      for (const length of lengths(list, user.width)) shift += Math.abs(length);
    }
    for (const child of children) if (child.kind === 'text') characters += child.text.length;
  });
  if (characters === 0) return null;
  return { box: grow(hull.box, characters * em * ADVANCE + shift + em, 2 * em + shift), characters };
}

function firstPosition({ attributes }: SvgElement, user: Extent): [number, number] {
  return [lengths(attributes['x'], user.width)[0] ?? 0, lengths(attributes['y'], user.height)[0] ?? 0];
}

function lengths(list: string | undefined, percentOf: number): readonly number[] {
  if (list === undefined) return [];
  return list
    .trim()
    .split(/[\s,]+/)
    .map((length) => readLength(length, percentOf) ?? 0);
}

/**
 * Device pixels of one tile of a pattern: it is drawn into a picture of its own, as large as the pattern says.
 * @param element  box of the painted element in device pixels
 */
export function tilePixels({ attributes }: SvgElement, matrix: Matrix, user: Extent, element: Box): number {
  const own = scaleOf(parseTransform(attributes['patternTransform']));
  const outer = scaleOf(matrix);
  const inUser = attributes['patternUnits'] === 'userSpaceOnUse';
  const width = inUser
    ? (readLength(attributes['width'], user.width) ?? 0) * outer.x
    : (readLength(attributes['width'], 1) ?? 0) * (element.right - element.left);
  const height = inUser
    ? (readLength(attributes['height'], user.height) ?? 0) * outer.y
    : (readLength(attributes['height'], 1) ?? 0) * (element.bottom - element.top);
  // A transform that flattens everything counts as none.
  const pixels = width * (own.x || 1) * height * (own.y || 1);
  return Number.isNaN(pixels) ? Number.POSITIVE_INFINITY : pixels;
}
