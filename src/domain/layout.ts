/** The `layout` table: what a script or a template needs to fit a picture to any panel. */
import type { PlainObject } from '../platform/base/plain.ts';
import { isGrey, type Palette } from './palette.ts';
import type { Size } from './panel.ts';

/** Screens are designed for 800 x 480, or 480 x 800 upright: lengths of that design, times `scale`, fit any panel. */
const DESIGN = { longPx: 800, shortPx: 480 };

/** Make the `layout` table of a picture. Lengths are in pixels of the panel. */
export function layoutTable(size: Size, palette: Palette): PlainObject {
  const { widthPx, heightPx } = size;
  const scale = Math.min(
    Math.max(widthPx, heightPx) / DESIGN.longPx,
    Math.min(widthPx, heightPx) / DESIGN.shortPx,
  );
  const greys = palette.filter(isGrey);
  return {
    width: widthPx,
    height: heightPx,
    scale,
    center_x: widthPx / 2,
    center_y: heightPx / 2,
    margin: Math.round(24 * scale),
    margin_sm: Math.round(12 * scale),
    margin_lg: Math.round(40 * scale),
    portrait: heightPx > widthPx,
    colors: palette,
    color_count: palette.length,
    grey_count: greys.length,
    has_color: greys.length < palette.length,
  };
}
