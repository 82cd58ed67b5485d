/** Pictures that the server itself draws: the welcome picture of a new device, that of one that waits, and "busy". */
import type { Size } from '../../domain/panel.ts';
import { page, svg, text, wrap } from './notice-parts.ts';

const CENTRE = 'text-anchor="middle"';

/** The picture that a device shows while it is being set up: its registration code, large. */
export function welcomeScreen(size: Size, code: string): string {
  const hint = 'Use this code to choose a screen for this device.';
  return codeScreen(size, 'Welcome to Stipple', code, hint);
}

/** The picture of a device whose screen needs a secret that strangers do not get. @param code  null where it is not known */
export function waitingScreen(size: Size, code: string | null): string {
  const hint = 'This screen shows private data. Use this code to add the device to the config.';
  return codeScreen(size, 'Waiting to be adopted', code ?? '', hint);
}

/** A title, a registration code, large, and what to do with it. */
function codeScreen(size: Size, titleText: string, code: string, hintText: string): string {
  const at = page(size);
  const { unit } = at;
  const middle = at.widthPx / 2;
  const [title, body] = [38 * unit, 22 * unit];
  // Characters of the monospace are 0.6 em wide; its capitals are two thirds of the size high.
  const large = Math.min(96 * unit, (at.widthPx - 72 * unit) / (Math.max(code.length, 1) * 0.6));
  const hint = wrap(hintText, (at.widthPx - 72 * unit) / body, 3);
  const height = title * 0.66 + 56 * unit + large * 0.66 + 52 * unit + body * (hint.length - 1) * 1.4;
  const top = (at.heightPx - height) / 2 + title * 0.66;
  const codeY = top + 56 * unit + large * 0.66;
  return svg(
    at,
    [
      text(middle, top, title, titleText, `${CENTRE} font-family="serif" font-weight="600"`),
      text(middle, codeY, large, code, `${CENTRE} font-family="monospace" font-weight="600"`),
      ...hint.map((line, row) => text(middle, codeY + 52 * unit + row * body * 1.4, body, line, CENTRE)),
    ].join(''),
  );
}

/** The picture for a device that has none of its own while the server is overloaded. */
export function busyScreen(size: Size): string {
  const at = page(size);
  const fontPx = 38 * at.unit;
  // Half the height of the capitals below the middle.
  return svg(
    at,
    text(
      at.widthPx / 2,
      at.heightPx / 2 + fontPx * 0.33,
      fontPx,
      'Busy, back soon',
      `${CENTRE} font-family="serif" font-weight="600"`,
    ),
  );
}
