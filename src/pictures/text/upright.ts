/** Texts whose baselines lie along rows of pixels. */
import type { Extent } from '../svg/document/viewport.ts';
import type { PaintedElement } from '../svg/geometry/paint-order.ts';
import type { Matrix } from '../svg/values/matrix.ts';
import { textLengths } from './text-length.ts';

/** The accepted ratio between the two scales, beyond 1: a size that is rounded to whole pixels changes them. */
const MAX_UNEVEN = 0.005;

/** True for a matrix that only moves and scales, equally in both directions. */
export function isUpright([a, b, c, d]: Matrix): boolean {
  return b === 0 && c === 0 && a > 0 && d > 0 && Math.abs(a / d - 1) <= MAX_UNEVEN;
}

/**
 * Move a text that resvg draws so that its first baseline lies on a whole pixel: otherwise the feet of antialiased letters
 * are grey. Other baselines than the alphabetic one depend on the font, and are not moved.
 */
export function snapBaseline({ element, place: { matrix, style } }: PaintedElement, user: Extent): void {
  const { attributes } = element;
  const plain = style.lettering.text.dominantBaseline === 'auto';
  if (!isUpright(matrix) || style.inContinuous || !plain) return;
  const [, , , scale, , top] = matrix;
  const y = textLengths(attributes['y'], style.fontSize, user.height)[0] ?? 0;
  const device = scale * y + top;
  const shift = (Math.floor(device + 0.5) - device) / scale;
  if (Math.abs(shift) < 1e-6) return;
  attributes['transform'] = `${attributes['transform'] ?? ''} translate(0 ${shift})`.trim();
}
