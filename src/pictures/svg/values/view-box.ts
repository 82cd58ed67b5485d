/** How a view box lies in its viewport. */
import type { Matrix } from './matrix.ts';

/** A `preserveAspectRatio` (SVG 1.1 §7.8): which part of the room that is left lies before the content. */
interface AspectRatio {
  /** Null for content that is stretched; else shares of 0, 0.5 or 1. */
  readonly align: { readonly x: number; readonly y: number } | null;
  readonly slices: boolean;
}

const SHARES: Readonly<Record<string, number>> = { Min: 0, Mid: 0.5, Max: 1 };
const DEFAULT: AspectRatio = { align: { x: 0.5, y: 0.5 }, slices: false };
const ALIGNED = /^\s*(?:defer\s+)?x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?\s*$/;
const STRETCHED = /^\s*(?:defer\s+)?none(?:\s+(?:meet|slice))?\s*$/;

/** The ratio as written; null for an invalid one. */
function readAspectRatio(text: string): AspectRatio | null {
  if (STRETCHED.test(text)) return { align: null, slices: false };
  const [, x = '', y = '', fit] = ALIGNED.exec(text) ?? [];
  const [alignX, alignY] = [SHARES[x], SHARES[y]];
  if (alignX === undefined || alignY === undefined) return null;
  return { align: { x: alignX, y: alignY }, slices: fit === 'slice' };
}

/** True for a `preserveAspectRatio` that every renderer reads alike. */
export function isAspectRatio(text: string | undefined): boolean {
  return text === undefined || text.trim() === '' || readAspectRatio(text) !== null;
}

/** From the units of a view box to those of a viewport at the origin. An invalid ratio counts as the default. */
export function viewBoxMatrix(
  [left, top, width, height]: readonly [number, number, number, number],
  ratio: string | undefined,
  viewport: { readonly width: number; readonly height: number },
): Matrix {
  const { align, slices } = readAspectRatio(ratio ?? '') ?? DEFAULT;
  const fit = { x: viewport.width / width, y: viewport.height / height };
  if (align === null) return [fit.x, 0, 0, fit.y, -left * fit.x, -top * fit.y];
  const scale = slices ? Math.max(fit.x, fit.y) : Math.min(fit.x, fit.y);
  return [
    scale,
    0,
    0,
    scale,
    -left * scale + align.x * (viewport.width - width * scale),
    -top * scale + align.y * (viewport.height - height * scale),
  ];
}
