/** The mark on an old picture that is shown because its screen fails: a warning sign and the time of the picture. */
import type { Palette } from '../../domain/palette.ts';
import type { Size } from '../../domain/panel.ts';
import { formatTime } from '../../platform/time/strftime.ts';
import type { Overlay } from './jobs.ts';
import { inkAndPaper, page, svg, text, warningSign, widthEm } from './notice-parts.ts';

/** When a picture was made, and when its screen began to fail; in ms since 1970. */
export interface StaleTimes {
  readonly goodMs: number;
  readonly sinceMs: number;
}

/**
 * The mark for the lower right corner of a picture, on a background of its own. It gives a time, not an age, so that it
 * stays the same from try to try and the panel need not be redrawn. Null where the picture is too small for it.
 */
export function staleMark({ widthPx, heightPx }: Size, palette: Palette, times: StaleTimes): Overlay | null {
  const { unit } = page({ widthPx, heightPx });
  const { ink, paper } = inkAndPaper(palette);
  const label = timeLabel(times);
  const fontPx = Math.max(Math.round(15 * unit), 11);
  const line = Math.max(Math.round(unit), 1);
  const gap = Math.round(fontPx * 0.35);
  const side = 2 * Math.round(fontPx * 0.45);
  const textPx = Math.ceil(widthEm(label) * fontPx);
  const box: Size = {
    widthPx: 2 * (line + gap) + side + gap + textPx,
    heightPx: 2 * (line + gap) + side,
  };
  const margin = Math.max(Math.round(5 * unit), 2);
  const place = { x: widthPx - box.widthPx - margin, y: heightPx - box.heightPx - margin };
  if (place.x < 0 || place.y < 0) return null;
  const body = [
    // Two rectangles instead of an outline: they cover whole pixels, which are not dithered.
    `<rect width="${box.widthPx}" height="${box.heightPx}" fill="${ink}"/>`,
    `<rect x="${line}" y="${line}" width="${box.widthPx - 2 * line}" height="${box.heightPx - 2 * line}" fill="${paper}"/>`,
    warningSign(line + gap, line + gap, side, ink, paper),
    // Digits are seven tenths of the size high.
    text(
      line + gap + side + gap,
      line + gap + side / 2 + fontPx * 0.35,
      fontPx,
      label,
      `font-weight="600" fill="${ink}"`,
    ),
  ].join('');
  return { svg: svg(box, body, paper), ...place, ...box };
}

/** The time of day, with the date if the picture is from another day than the first failure. */
function timeLabel({ goodMs, sinceMs }: StaleTimes): string {
  const at = (ms: number, format: string): string => formatTime(ms / 1000, format);
  return at(goodMs, at(goodMs, '%F') === at(sinceMs, '%F') ? '%H:%M' : '%-d %b %H:%M');
}
