/** Outlines of glyphs as streams of integers, in the format that the kernel reads (`native/kernel/text/outline.h`). */
import type { OutlineSink } from './harfbuzz.ts';

/**
 * The kernel's form: coordinates count in parts of a font unit (`unit`), and are bounded in whole ones. Written down
 * here too, as fonts are read without the addon; test/pictures/native/constants.test.ts holds both equal.
 */
export const OUTLINE_FORMAT = {
  unit: 64,
  move: 0,
  line: 1,
  quadratic: 2,
  cubic: 3,
  maxCoordinate: 32_767,
  maxPoints: 20_000,
} as const;
/** Points of each operation. */
const POINTS = [1, 1, 2, 3] as const;

export interface GlyphOutline {
  /** Operations, each followed by its points; coordinates in 1/64 font unit, y upwards. */
  readonly stream: Int32Array;
  /** The box of all points, in font units; all 0 for an empty outline. */
  readonly box: OutlineBox;
}

interface OutlineBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/**
 * The outline that `draw` draws.
 * @returns null for an outline beyond the kernel's limits
 */
export function packOutline(draw: (sink: OutlineSink) => void): GlyphOutline | null {
  const stream: number[] = [];
  let points = 0;
  let fits = true;
  const add = (op: number, ...coordinates: number[]): void => {
    points += coordinates.length / 2;
    fits &&=
      points <= OUTLINE_FORMAT.maxPoints &&
      (stream.length > 0 || op === OUTLINE_FORMAT.move) &&
      coordinates.every((value) => Math.abs(value) <= OUTLINE_FORMAT.maxCoordinate);
    if (fits) stream.push(op, ...coordinates.map((value) => Math.round(value * OUTLINE_FORMAT.unit)));
  };
  draw({
    moveTo: (x, y) => add(OUTLINE_FORMAT.move, x, y),
    lineTo: (x, y) => add(OUTLINE_FORMAT.line, x, y),
    quadraticTo: (a, b, x, y) => add(OUTLINE_FORMAT.quadratic, a, b, x, y),
    cubicTo: (a, b, c, d, x, y) => add(OUTLINE_FORMAT.cubic, a, b, c, d, x, y),
  });
  return fits ? { stream: Int32Array.from(stream), box: boxOf(stream) } : null;
}

/**
 * Width, in font units, of the first stroke that a horizontal line at `y` font units crosses; 0 when it crosses none.
 * Curves count as their chords, since stems are straight.
 */
export function stemWidth(outline: Int32Array, y: number): number {
  const level = y * OUTLINE_FORMAT.unit + 0.5;
  const crossings: number[] = [];
  const cross = (x0: number, y0: number, x1: number, y1: number): void => {
    if (y0 < level === y1 < level) return;
    crossings.push(x0 + ((level - y0) / (y1 - y0)) * (x1 - x0));
  };
  let [startX, startY, x, y0] = [0, 0, 0, 0];
  for (let at = 0; at < outline.length; ) {
    const op = outline[at] ?? 0;
    at += 1 + 2 * (POINTS[op] ?? 1);
    const nextX = outline[at - 2] ?? 0;
    const nextY = outline[at - 1] ?? 0;
    if (op === OUTLINE_FORMAT.move) {
      cross(x, y0, startX, startY);
      [startX, startY] = [nextX, nextY];
    } else {
      cross(x, y0, nextX, nextY);
    }
    [x, y0] = [nextX, nextY];
  }
  cross(x, y0, startX, startY);
  const [left, right] = crossings.sort((a, b) => a - b);
  return left === undefined || right === undefined ? 0 : (right - left) / OUTLINE_FORMAT.unit;
}

function boxOf(stream: readonly number[]): OutlineBox {
  if (stream.length === 0) return { left: 0, bottom: 0, right: 0, top: 0 };
  const xs: number[] = [];
  const ys: number[] = [];
  for (let at = 0; at < stream.length; ) {
    const end = at + 1 + 2 * (POINTS[stream[at] ?? 0] ?? 1);
    for (let i = at + 1; i < end; i += 2) {
      xs.push((stream[i] ?? 0) / OUTLINE_FORMAT.unit);
      ys.push((stream[i + 1] ?? 0) / OUTLINE_FORMAT.unit);
    }
    at = end;
  }
  const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));
  return { left: least(xs), bottom: least(ys), right: most(xs), top: most(ys) };
}
