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
  const xs = [a * box.left, a * box.right].flatMap((x) => [x + c * box.top, x + c * box.bottom]);
  const ys = [b * box.left, b * box.right].flatMap((y) => [y + d * box.top, y + d * box.bottom]);
  return {
    left: Math.min(...xs) + e,
    right: Math.max(...xs) + e,
    top: Math.min(...ys) + f,
    bottom: Math.max(...ys) + f,
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
