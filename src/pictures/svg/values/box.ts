/** Rectangles, in user units or device pixels. */
import type { Matrix } from './matrix.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The smallest upright box around a transformed one. */
export function transformBox([a, b, c, d, e, f]: Matrix, box: Box): Box {
  const x1 = a * box.left;
  const x2 = a * box.right;
  const x3 = c * box.top;
  const x4 = c * box.bottom;
  const y1 = b * box.left;
  const y2 = b * box.right;
  const y3 = d * box.top;
  const y4 = d * box.bottom;
  return {
    left: Math.min(x1, x2) + Math.min(x3, x4) + e,
    right: Math.max(x1, x2) + Math.max(x3, x4) + e,
    top: Math.min(y1, y2) + Math.min(y3, y4) + f,
    bottom: Math.max(y1, y2) + Math.max(y3, y4) + f,
  };
}

/** The smallest box around both. */
export function unite(a: Box | null, b: Box | null): Box | null {
  if (a === null || b === null) return a ?? b;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** The intersection of two boxes; an empty box, perhaps with negative edges, when they do not meet. */
export function intersect(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** True for a box without any area, and for one of NaN. */
export function isEmpty({ left, top, right, bottom }: Box): boolean {
  return !(left < right && top < bottom);
}

/** True when the boxes overlap. */
export function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

export function grow(box: Box, x: number, y: number): Box {
  return { left: box.left - x, top: box.top - y, right: box.right + x, bottom: box.bottom + y };
}

/** The box around points. */
export class Hull {
  #left = Number.POSITIVE_INFINITY;
  #right = Number.NEGATIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #bottom = Number.NEGATIVE_INFINITY;

  add(x: number, y: number): void {
    this.#left = Math.min(this.#left, x);
    this.#right = Math.max(this.#right, x);
    this.#top = Math.min(this.#top, y);
    this.#bottom = Math.max(this.#bottom, y);
  }

  get box(): Box {
    return { left: this.#left, top: this.#top, right: this.#right, bottom: this.#bottom };
  }
}
