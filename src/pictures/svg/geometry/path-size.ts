/** Measures path data. */
import { type PathSize, PathWalker } from './path-walker.ts';

export type { PathSize } from './path-walker.ts';

/** How close the lines of an outline are to each other. */
export interface Crowd {
  /** Number of lines in the same row, as seen from the average line. */
  readonly beside: number;
  /** Upper limit for the pairs of lines that could cross. */
  readonly pairs: number;
}

/**
 * The size of a path; null for one without points. The box contains the control points of curves, and the whole ellipses
 * of arcs.
 */
export function pathSize(d: string): PathSize | null {
  const walker = new PathWalker();
  walker.walk(d);
  return walker.size;
}

/** Number of bands in which lines are counted: the more bands, the more exact the result. */
const MIN_BANDS = 16;
const MAX_BANDS = 1024;
/** Upper limit for counting a line in a band, so that it takes only some milliseconds. */
const MAX_TOUCHES = 1e6;

/** Measure how crowded a path of many lines is, in rows and in columns. */
export function pathCrowd(d: string, { box, outlineHeight, length }: PathSize): Crowd {
  const rows = new BandCounter(box.top, box.bottom, outlineHeight);
  const columns = new BandCounter(box.left, box.right, length - outlineHeight);
  const walker = new PathWalker((fromX, fromY, toX, toY) => {
    rows.add(Math.min(fromY, toY), Math.max(fromY, toY));
    columns.add(Math.min(fromX, toX), Math.max(fromX, toX));
  });
  walker.walk(d);
  return { beside: rows.beside, pairs: Math.min(rows.pairs, columns.pairs) };
}

/** Counts the lines that run through each of several bands of equal height. */
class BandCounter {
  readonly #top: number;
  readonly #height: number;
  readonly #lines: Float64Array;
  readonly #heights: Float64Array;

  /** @param walked  length of all lines across the bands */
  constructor(top: number, bottom: number, walked: number) {
    const lengths = walked / (bottom - top) || 1;
    const bands = Math.round(Math.min(MAX_BANDS, Math.max(MIN_BANDS, MAX_TOUCHES / lengths)));
    this.#top = top;
    this.#height = Math.max((bottom - top) / bands, Number.MIN_VALUE);
    this.#lines = new Float64Array(bands);
    this.#heights = new Float64Array(bands);
  }

  add(low: number, high: number): void {
    const last = this.#band(high);
    for (let at = this.#band(low); at <= last; at += 1) {
      const start = this.#top + at * this.#height;
      const height = Math.min(high, start + this.#height) - Math.max(low, start);
      this.#lines[at] = (this.#lines[at] ?? 0) + 1;
      this.#heights[at] = (this.#heights[at] ?? 0) + Math.max(0, height);
    }
  }

  /** Number of lines in the same band, as seen from the average line. */
  get beside(): number {
    const height = this.#heights.reduce((sum, one) => sum + one, 0);
    const beside = this.#heights.reduce((sum, one) => sum + one * one, 0) / (height * this.#height);
    return Number.isFinite(beside) ? beside : 0;
  }

  /** Pairs of lines that share a band. */
  get pairs(): number {
    return this.#lines.reduce((sum, count) => sum + (count * count) / 2, 0);
  }

  #band(y: number): number {
    const band = Math.floor((y - this.#top) / this.#height);
    return Math.min(this.#lines.length - 1, Math.max(0, band));
  }
}
