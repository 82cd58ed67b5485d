/** The picture that estimates are made for: a large panel. Limits that depended on the panel would surprise. */
import type { Box } from './box.ts';
import type { Matrix } from './matrix.ts';
import { fitInto, type Viewport } from './viewport.ts';

const CANVAS = { width: 1872, height: 1404 };
export const CANVAS_PIXELS = CANVAS.width * CANVAS.height;

/** Device pixels beyond which curves are followed for ever and resvg's integers overflow. */
const ABSURD_PX = 1e7;

/** From the user space of the root to the canvas. */
export function rootMatrix(viewport: Viewport): Matrix {
  const user = viewport.viewBox ?? { x: 0, y: 0, width: viewport.width, height: viewport.height };
  const { width, height } = fitInto(viewport, CANVAS);
  const x = width / user.width;
  const y = height / user.height;
  return [x, 0, 0, y, -user.x * x, -user.y * y];
}

/** Part of the canvas that a box covers, 0..1. */
export function share(box: Box): number {
  const width = Math.min(box.right, CANVAS.width) - Math.max(box.left, 0);
  const height = Math.min(box.bottom, CANVAS.height) - Math.max(box.top, 0);
  return (Math.max(0, width) * Math.max(0, height)) / CANVAS_PIXELS || 0;
}

/** What lies outside the canvas is cut off, so no edge of an outline is longer than the canvas is high. */
export function cut(climb: number, edges: number): number {
  return Math.min(climb, edges * CANVAS.height);
}

/** True for a box that is not a place in any picture. */
export function isAbsurd({ left, top, right, bottom }: Box): boolean {
  return !(left > -ABSURD_PX && top > -ABSURD_PX && right < ABSURD_PX && bottom < ABSURD_PX);
}

/**
 * True for a box that is certainly not in the picture. resvg 0.34 ends the process (2.7.0: fails) when a layer lies
 * twice the picture's size outside it.
 */
export function isOutOfSight({ left, top, right, bottom }: Box): boolean {
  return left > CANVAS.width || top > CANVAS.height || right < 0 || bottom < 0;
}
