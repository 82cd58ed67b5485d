/** The `layout` table: what a script or a template needs to fit a picture to any panel. */
import type { PlainObject } from '../base/plain.ts';
import { isGrey, type Palette } from './palette.ts';
import type { Size } from './panel.ts';

/** The design size of screens: a length drawn for it is right everywhere once it is multiplied by `scale`. */
const DESIGN = { widthPx: 800, heightPx: 480 };

/** Make the `layout` table of a picture. Lengths are in pixels of the panel. */
export function layoutTable(size: Size, palette: Palette): PlainObject {
  const { widthPx, heightPx } = size;
  const scale = Math.min(widthPx / DESIGN.widthPx, heightPx / DESIGN.heightPx);
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
