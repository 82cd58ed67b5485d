/** How far strokes extend beyond shapes and letters. */
import type { SvgElement } from '../document/tree.ts';
import { type ComputedStyle, DEFAULT_MITER_LIMIT } from '../style/computed-style.ts';

/** True where shapes and letters get a stroke. */
export function isStroked({ stroke }: ComputedStyle): boolean {
  return stroke.paint !== 'none';
}

/** How far the stroke of letters may extend beyond their outline, in user units; 0 without a stroke. */
export function textStrokeReach(style: ComputedStyle): number {
  return isStroked(style) ? mitreReach(style) : 0;
}

/** How far the stroke of a shape extends beyond it, in user units: with diagonal square caps, and mitred corners. */
export function strokeReach({ name, attributes }: SvgElement, style: ComputedStyle): number {
  if (!isStroked(style)) return 0;
  const { 'stroke-linejoin': join } = attributes;
  const isSmooth = join === 'round' || join === 'bevel';
  const hasCorners = name === 'path' || name === 'polyline' || name === 'polygon';
  return hasCorners && !isSmooth ? mitreReach(style) : (style.stroke.width / 2) * Math.SQRT2;
}

function mitreReach({ stroke }: ComputedStyle): number {
  return (stroke.width / 2) * Math.max(DEFAULT_MITER_LIMIT, stroke.miterLimit);
}
