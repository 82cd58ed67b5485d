/** What an element inherits, and where it stands, as far as the estimate of work needs it. */
import { diagonalOf, drawnLength } from './length.ts';
import type { Matrix } from './matrix.ts';
import { IDENTITY, multiply, parseTransform, readViewBox } from './matrix.ts';
import type { SvgElement } from './tree.ts';
import type { Extent } from './viewport.ts';

/** What relative lengths mean. */
export interface Units extends Extent {
  /** Font size, in user units. Default 16. */
  readonly em?: number;
}

export interface Surroundings {
  /** To device pixels, from what is in the element. */
  readonly matrix: Matrix;
  /** To device pixels, from the element's own effects: they lie outside the viewport that it may open. */
  readonly placed: Matrix;
  /** From the element's effects to what is around the element. */
  readonly own: Matrix;
  /** From what is in the element to its effects: the viewport that it opens. */
  readonly inner: Matrix;
  /** What percentages and `em` mean in the element's content. */
  readonly user: Units;
  /** What they mean for its effects. */
  readonly placedUser: Units;
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  /** How many half stroke widths a corner may stick out. */
  readonly miter: number;
  /** Dashes of a stroke in one user unit; 0 for a solid one. */
  readonly dashes: number;
  /** Lengths in the list of dashes. */
  readonly dashList: number;
  /** At the start, in the middle, at the end of a line. */
  readonly markers: readonly [start: string, mid: string, end: string];
  readonly fontSize: number;
  /** What letters and words of a text lie further apart, each, in user units. */
  readonly spacing: number;
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
  /** False where only sizes are known, not places. */
  readonly sure: boolean;
  /** Pixels of the layer that a clip path lies in; null outside of clip paths. */
  readonly clipped: number | null;
}

/**
 * @param matrix  from user units to device pixels
 * @param user    what percentages mean, in user units
 */
export function rootSurroundings(matrix: Matrix, user: Units): Surroundings {
  return {
    matrix,
    placed: matrix,
    own: IDENTITY,
    inner: IDENTITY,
    user,
    placedUser: user,
    fill: '',
    stroke: '',
    strokeWidth: DEFAULT_STROKE,
    miter: DEFAULT_MITER,
    dashes: 0,
    dashList: 0,
    markers: ['', '', ''],
    fontSize: 16,
    spacing: 0,
    depth: 0,
    trail: [],
    times: 1,
    blame: null,
    measured: false,
    sure: true,
    clipped: null,
  };
}

/** Where SVG cuts mitres off unless told otherwise. */
const DEFAULT_MITER = 4;
/** The width of a stroke unless told otherwise. */
const DEFAULT_STROKE = 1;

/** The surroundings with what the element itself says. */
export function enter(element: SvgElement, outer: Surroundings): Surroundings {
  const { attributes } = element;
  const own = parseTransform(attributes['transform']);
  const moved = own === IDENTITY ? outer.matrix : multiply(outer.matrix, own);
  const view = element.name === 'svg' ? viewport(element, outer) : null;
  const strokeWidth = attributes['stroke-width'];
  const fontSize = readFontSize(attributes['font-size'], outer.fontSize);
  const dashes = attributes['stroke-dasharray'];
  const isDashed = dashes !== undefined && dashes !== 'inherit';
  const placedUser = unitsOf(outer.user, fontSize);
  // Written out: spreading the outer object costs more than all the rest, and this runs for every element.
  return {
    matrix: view === null ? moved : multiply(moved, view.inner),
    placed: moved,
    own,
    inner: view === null ? IDENTITY : view.inner,
    user: view === null ? placedUser : unitsOf(view.user, fontSize),
    placedUser,
    fill: inheritable(attributes['fill'], outer.fill),
    stroke: inheritable(attributes['stroke'], outer.stroke),
    strokeWidth: readStrokeWidth(strokeWidth, placedUser, outer.strokeWidth),
    miter: miterOf(attributes['stroke-miterlimit'], outer.miter),
    dashes: isDashed ? readDashes(dashes, outer.user) : outer.dashes,
    dashList: isDashed ? dashes.length / 2 : outer.dashList,
    markers: markersOf(attributes, outer.markers),
    fontSize,
    spacing: spacingOf(attributes, placedUser, outer.spacing),
    depth: outer.depth + 1,
    trail: outer.trail,
    times: outer.times,
    blame: outer.trail.length === 0 ? element : outer.blame,
    measured: outer.measured,
    sure: outer.sure && (view === null || view.isExact),
    clipped: outer.clipped,
  };
}

function inheritable(value: string | undefined, inherited: string): string {
  return value === undefined || value.trim() === 'inherit' ? inherited : value;
}

function markersOf(
  attributes: Readonly<Record<string, string>>,
  outer: Surroundings['markers'],
): Surroundings['markers'] {
  const { 'marker-start': start, 'marker-mid': mid, 'marker-end': end } = attributes;
  if (start === undefined && mid === undefined && end === undefined) return outer;
  return [inheritable(start, outer[0]), inheritable(mid, outer[1]), inheritable(end, outer[2])];
}

/** A width that cannot be read is 1: it is not inherited. (For a negative one the renderer draws no stroke.) */
function readStrokeWidth(text: string | undefined, user: Units, outer: number): number {
  if (text === undefined || text === 'inherit') return outer;
  const width = drawnLength(text, diagonalOf(user), user.em);
  return width !== null && width >= 0 ? width : DEFAULT_STROKE;
}

/** The larger of what is said here and around: an upper bound, as the two properties are inherited one by one. */
function spacingOf(attributes: Readonly<Record<string, string>>, user: Units, outer: number): number {
  const { 'letter-spacing': letters, 'word-spacing': words } = attributes;
  if (letters === undefined && words === undefined) return outer;
  const lengthOf = (text: string | undefined): number =>
    Math.abs(drawnLength(text, diagonalOf(user), user.em) ?? 0);
  return Math.max(outer, lengthOf(letters) + lengthOf(words));
}

function miterOf(text: string | undefined, outer: number): number {
  const limit = text === undefined ? outer : Number.parseFloat(text);
  return limit > 0 ? limit : outer;
}

function readFontSize(text: string | undefined, outer: number): number {
  return text === undefined ? outer : (drawnLength(text, outer, outer) ?? outer);
}

function unitsOf(user: Units, em: number): Units {
  if (user.em === em || (user.em === undefined && em === 16)) return user;
  return { width: user.width, height: user.height, em };
}

/**
 * The surroundings of what is in a pattern, marker, mask or clip path: it stands where it is used, and inherits from
 * where it is written. What is in a symbol inherits from where it is used.
 */
export function insideDefinition(target: SvgElement, around: Surroundings): Surroundings {
  const written: SvgElement[] = [target];
  if (target.name !== 'symbol') {
    for (let at = target.parent; at !== null; at = at.parent) written.unshift(at);
  }
  const start = target.name === 'symbol' ? around : rootSurroundings(around.matrix, around.user);
  const { fill, stroke, strokeWidth, miter, dashes, dashList, markers, fontSize, spacing } = written.reduce(
    (inherited, element) => enter(element, inherited),
    start,
  );
  const user = unitsOf(around.user, fontSize);
  return { ...around, user, fill, stroke, strokeWidth, miter, dashes, dashList, markers, fontSize, spacing };
}

/** The surroundings of an element's children. */
export function inside({ attributes }: SvgElement, around: Surroundings): Surroundings {
  const measures = attributes['mask'] !== undefined || attributes['filter'] !== undefined;
  return measures && !around.measured ? { ...around, measured: true } : around;
}

/** True where shapes and letters get a stroke. */
export function isStroked({ stroke }: Surroundings): boolean {
  return stroke !== '' && stroke !== 'none';
}

/** How far a stroke may reach beyond the line, in user units. */
export function strokeReach({ strokeWidth, miter }: Surroundings): number {
  return (Math.abs(strokeWidth) / 2) * Math.max(DEFAULT_MITER, miter);
}

/** True for an element that is drawn into a picture of its own first, whatever it is clipped or masked with. */
export function hasLayer({ attributes, styleOnly }: SvgElement): boolean {
  return (
    isSeenThrough(attributes['opacity']) ||
    attributes['mask'] !== undefined ||
    attributes['clip-path'] !== undefined ||
    attributes['filter'] !== undefined ||
    styleOnly?.['isolation'] === 'isolate' ||
    (styleOnly?.['mix-blend-mode'] ?? 'normal') !== 'normal'
  );
}

function isSeenThrough(opacity: string | undefined): boolean {
  if (opacity === undefined) return false;
  const value = Number.parseFloat(opacity) / (opacity.trim().endsWith('%') ? 100 : 1);
  return value < 1;
}

/** True for an element that cuts off what lies outside its viewport: that is a layer with a clip, too. */
export function clipsViewport({ name, attributes }: SvgElement): boolean {
  if (name !== 'svg' && name !== 'symbol' && name !== 'marker') return false;
  if (name === 'svg' && (attributes['width'] === undefined || attributes['height'] === undefined))
    return false;
  return !/^(?:visible|auto)$/.test(attributes['overflow'] ?? 'hidden');
}

/** Dashes in a user unit of a `stroke-dasharray`. */
function readDashes(text: string, user: Units): number {
  const parts = text
    .trim()
    .split(/[\s,]+/)
    .map((part) => drawnLength(part, diagonalOf(user), user.em) ?? 0);
  const period = parts.reduce((sum, part) => sum + Math.abs(part), 0);
  return period === 0 ? 0 : parts.length / period;
}

interface InnerViewport {
  readonly inner: Matrix;
  readonly user: Units;
  /** Whether its content lies just where the matrix says. */
  readonly isExact: boolean;
}

/** A nested viewport moves and scales what is in it. */
function viewport({ attributes }: SvgElement, { user }: Surroundings): InnerViewport {
  const x = drawnLength(attributes['x'], user.width, user.em) ?? 0;
  const y = drawnLength(attributes['y'], user.height, user.em) ?? 0;
  const shownWidth = drawnLength(attributes['width'], user.width, user.em) ?? user.width;
  const shownHeight = drawnLength(attributes['height'], user.height, user.em) ?? user.height;
  const box = readViewBox(attributes['viewBox']);
  if (box === null) {
    const inner = { ...user, width: shownWidth, height: shownHeight };
    return { inner: [1, 0, 0, 1, x, y], user: inner, isExact: true };
  }
  const [left, top, width, height] = box;
  const ratio = attributes['preserveAspectRatio'] ?? '';
  const isFilled = ratio.includes('slice');
  const fit = { x: shownWidth / width, y: shownHeight / height };
  const scaleX = isFilled ? Math.max(fit.x, fit.y) : fit.x;
  const scaleY = isFilled ? Math.max(fit.x, fit.y) : fit.y;
  return {
    inner: [scaleX, 0, 0, scaleY, x - left * scaleX, y - top * scaleY],
    user: { ...user, width, height },
    isExact: ratio.trim().startsWith('none') || Math.abs(fit.x / fit.y - 1) < 1e-3,
  };
}
