/** A document with the computed styles of its elements and the sizes of its shapes, which are shared by all steps. */
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import { ComputedStyles } from '../style/computed-styles.ts';
import { Hull } from '../values/box.ts';
import { diagonalOf, drawnLength } from '../values/length.ts';
import { type PathSize, pathSize } from './path-size.ts';
import type { Units } from './place.ts';

/** Sizes of shapes in their own user units, never too small. Path data is read once. */
class ShapeSizes {
  readonly #paths = new Map<SvgElement, PathSize | null>();

  /**
   * The size of a basic shape or an image; null for any other element, and for a path without points.
   * @param user  what relative lengths refer to
   */
  of(element: SvgElement, user: Units): PathSize | null {
    const { name, attributes } = element;
    if (name === 'path') return this.#pathSize(element, attributes['d'] ?? '');
    if (name === 'polyline' || name === 'polygon') {
      return this.#pathSize(element, `M${attributes['points'] ?? ''}`);
    }
    return boxSizeOf(element, user);
  }

  #pathSize(element: SvgElement, data: string): PathSize | null {
    const known = this.#paths.get(element);
    if (known !== undefined) return known;
    const size = pathSize(data);
    this.#paths.set(element, size);
    return size;
  }
}

function boxSizeOf(element: SvgElement, user: Units): PathSize | null {
  const { attributes } = element;
  const x = (name: string): number => drawnLength(attributes[name], user.width, user.em) ?? 0;
  const y = (name: string): number => drawnLength(attributes[name], user.height, user.em) ?? 0;
  // The size of an image may depend on its file, which may not have been read yet.
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
      // A missing or invalid radius is as large as the other one.
      const rx = positive(drawnLength(attributes['rx'], user.width, user.em));
      const ry = positive(drawnLength(attributes['ry'], user.height, user.em));
      const [reachX, reachY] = [rx ?? ry ?? 0, ry ?? rx ?? 0];
      return boxSize(x('cx') - reachX, y('cy') - reachY, 2 * reachX, 2 * reachY);
    }
    case 'line':
      return boxSize(x('x1'), y('y1'), x('x2') - x('x1'), y('y2') - y('y1'));
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
  return { box: hull.box, outlineHeight: 2 * Math.abs(height), length, points: 5, edges: 4, turns: 2 };
}

export class Scene {
  readonly document: SvgDocument;
  readonly styles = new ComputedStyles();
  readonly shapes = new ShapeSizes();

  constructor(document: SvgDocument) {
    this.document = document;
  }
}
