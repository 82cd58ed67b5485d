/** What an element inherits, and where it stands, as far as the estimate of work needs it. */
import { readLength } from './length.ts';
import type { Matrix } from './matrix.ts';
import { IDENTITY, multiply, parseTransform } from './matrix.ts';
import type { SvgElement } from './tree.ts';
import type { Extent } from './viewport.ts';

export interface Surroundings {
  /** To device pixels, from what is in the element. */
  readonly matrix: Matrix;
  /** To device pixels, from the element's own effects: they lie outside the viewport that it may open. */
  readonly placed: Matrix;
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  /** Dashes of a stroke in one user unit; 0 for a solid one. */
  readonly dashes: number;
  /** At the start, in the middle, at the end of a line. */
  readonly markers: readonly [start: string, mid: string, end: string];
  readonly fontSize: number;
  /** Layers that are open around it. */
  readonly layers: number;
  /** What the references named that led here, the outermost first. */
  readonly trail: readonly SvgElement[];
  /** How many times it is drawn (once for each vertex, for a marker). */
  readonly times: number;
  /** The element of the document proper that a message should point at. */
  readonly blame: SvgElement | null;
  /** A mask or filter further out is measured by the box of what is in it, so nothing may be taken away. */
  readonly measured: boolean;
}

/** @param matrix  from user units to device pixels */
export function rootSurroundings(matrix: Matrix): Surroundings {
  return {
    matrix,
    placed: matrix,
    fill: '',
    stroke: '',
    strokeWidth: 1,
    dashes: 0,
    markers: ['', '', ''],
    fontSize: 16,
    layers: 0,
    trail: [],
    times: 1,
    blame: null,
    measured: false,
  };
}

/**
 * The surroundings with what the element itself says.
 * @param user  what percentages mean, in user units
 */
export function enter(element: SvgElement, outer: Surroundings, user: Extent): Surroundings {
  const { attributes } = element;
  const own = parseTransform(attributes['transform']);
  const moved = own === IDENTITY ? outer.matrix : multiply(outer.matrix, own);
  const strokeWidth = attributes['stroke-width'];
  const fontSize = attributes['font-size'];
  // Written out: spreading the outer object costs more than all the rest, and this runs for every element.
  return {
    matrix: element.name === 'svg' ? multiply(moved, viewBoxMatrix(element, user)) : moved,
    placed: moved,
    fill: inheritable(attributes['fill'], outer.fill),
    stroke: inheritable(attributes['stroke'], outer.stroke),
    strokeWidth:
      strokeWidth === undefined
        ? outer.strokeWidth
        : (readLength(strokeWidth, user.width) ?? outer.strokeWidth),
    dashes: readDashes(attributes['stroke-dasharray'], user) ?? outer.dashes,
    markers: [
      inheritable(attributes['marker-start'], outer.markers[0]),
      inheritable(attributes['marker-mid'], outer.markers[1]),
      inheritable(attributes['marker-end'], outer.markers[2]),
    ],
    fontSize:
      fontSize === undefined ? outer.fontSize : (readLength(fontSize, outer.fontSize) ?? outer.fontSize),
    layers: outer.layers + (hasLayer(element) ? 1 : 0),
    trail: outer.trail,
    times: outer.times,
    blame: outer.trail.length === 0 ? element : outer.blame,
    measured: outer.measured,
  };
}

function inheritable(value: string | undefined, inherited: string): string {
  return value === undefined || value.trim() === 'inherit' ? inherited : value;
}

/**
 * The surroundings of what is in a pattern, marker, mask or clip path: it stands where it is used, and inherits from
 * where it is written. What is in a symbol inherits from where it is used.
 */
export function insideDefinition(target: SvgElement, around: Surroundings, user: Extent): Surroundings {
  const written: SvgElement[] = [target];
  if (target.name !== 'symbol') {
    for (let at = target.parent; at !== null; at = at.parent) written.unshift(at);
  }
  const start = target.name === 'symbol' ? around : rootSurroundings(around.matrix);
  const { fill, stroke, strokeWidth, dashes, markers, fontSize } = written.reduce(
    (inherited, element) => enter(element, inherited, user),
    start,
  );
  return { ...around, fill, stroke, strokeWidth, dashes, markers, fontSize };
}

/** The surroundings of an element's children. */
export function inside({ attributes }: SvgElement, around: Surroundings): Surroundings {
  const measures = attributes['mask'] !== undefined || attributes['filter'] !== undefined;
  return measures ? { ...around, measured: true } : around;
}

/** True where shapes and letters get a stroke. */
export function isStroked({ stroke }: Surroundings): boolean {
  return stroke !== '' && stroke !== 'none';
}

/** True for an element that is drawn into a picture of its own first. */
export function hasLayer({ attributes, styleOnly }: SvgElement): boolean {
  const opacity = attributes['opacity'];
  return (
    (opacity !== undefined && Number.parseFloat(opacity) < 1) ||
    attributes['mask'] !== undefined ||
    attributes['filter'] !== undefined ||
    styleOnly?.['isolation'] === 'isolate' ||
    (styleOnly?.['mix-blend-mode'] ?? 'normal') !== 'normal'
  );
}

/** Dashes in a user unit of a `stroke-dasharray`. Null when it is not given. */
function readDashes(text: string | undefined, user: Extent): number | null {
  if (text === undefined || text === 'inherit') return null;
  const parts = text
    .trim()
    .split(/[\s,]+/)
    .map((part) => readLength(part, user.width) ?? 0);
  const period = parts.reduce((sum, part) => sum + Math.abs(part), 0);
  return period === 0 ? 0 : parts.length / period;
}

/** A nested viewport moves and scales what is in it. */
function viewBoxMatrix({ attributes }: SvgElement, user: Extent): Matrix {
  const x = readLength(attributes['x'], user.width) ?? 0;
  const y = readLength(attributes['y'], user.height) ?? 0;
  const [left = 0, top = 0, width = 0, height = 0] = (attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && height > 0)) return [1, 0, 0, 1, x, y];
  const scaleX = (readLength(attributes['width'], user.width) ?? user.width) / width;
  const scaleY = (readLength(attributes['height'], user.height) ?? user.height) / height;
  return [scaleX, 0, 0, scaleY, x - left * scaleX, y - top * scaleY];
}
