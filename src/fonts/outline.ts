/** Outlines of glyphs as streams of integers, in the format that the kernel reads (`native/kernel/outline.h`). */
import type { OutlineSink } from './harfbuzz.ts';

/** As in the kernel. */
const OUTLINE_UNIT = 64;
const OP = { move: 0, line: 1, quadratic: 2, cubic: 3 } as const;
const MAX_COORDINATE = 32_767;
const MAX_POINTS = 20_000;
/** Points of each operation. */
const POINTS = [1, 1, 2, 3] as const;

export interface GlyphOutline {
  /** Operations, each followed by its points; coordinates in 1/64 font unit, y upwards. */
  readonly stream: Int32Array;
  /** The box of all points, in font units; all 0 for an empty outline. */
  readonly box: OutlineBox;
}

export interface OutlineBox {
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
      points <= MAX_POINTS &&
      (stream.length > 0 || op === OP.move) &&
      coordinates.every((value) => Math.abs(value) <= MAX_COORDINATE);
    if (fits) stream.push(op, ...coordinates.map((value) => Math.round(value * OUTLINE_UNIT)));
  };
  draw({
    moveTo: (x, y) => add(OP.move, x, y),
    lineTo: (x, y) => add(OP.line, x, y),
    quadraticTo: (a, b, x, y) => add(OP.quadratic, a, b, x, y),
    cubicTo: (a, b, c, d, x, y) => add(OP.cubic, a, b, c, d, x, y),
  });
  return fits ? { stream: Int32Array.from(stream), box: boxOf(stream) } : null;
}

/**
 * Width, in font units, of the first stroke that a horizontal line at `y` font units crosses; 0 when it crosses none.
 * Curves count as their chords, since stems are straight.
 */
export function stemWidth(outline: Int32Array, y: number): number {
  const level = y * OUTLINE_UNIT + 0.5;
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
    if (op === OP.move) {
      cross(x, y0, startX, startY);
      [startX, startY] = [nextX, nextY];
    } else {
      cross(x, y0, nextX, nextY);
    }
    [x, y0] = [nextX, nextY];
  }
  cross(x, y0, startX, startY);
  const [left, right] = crossings.sort((a, b) => a - b);
  return left === undefined || right === undefined ? 0 : (right - left) / OUTLINE_UNIT;
}

function boxOf(stream: readonly number[]): OutlineBox {
  if (stream.length === 0) return { left: 0, bottom: 0, right: 0, top: 0 };
  const xs: number[] = [];
  const ys: number[] = [];
  for (let at = 0; at < stream.length; ) {
    const end = at + 1 + 2 * (POINTS[stream[at] ?? 0] ?? 1);
    for (let i = at + 1; i < end; i += 2) {
      xs.push((stream[i] ?? 0) / OUTLINE_UNIT);
      ys.push((stream[i + 1] ?? 0) / OUTLINE_UNIT);
    }
    at = end;
  }
  const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));
  return { left: least(xs), bottom: least(ys), right: most(xs), top: most(ys) };
}
