/** Pictures that the server itself draws: the error screen, the welcome picture of a new device, and "busy". */
import { isGrey, type Palette } from '../domain/palette.ts';
import type { Size } from '../domain/panel.ts';

/** XML text: escaped, without characters that XML cannot hold. */
function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/** Break a text into lines of at most `width` characters, at spaces where there are some; `…` marks what was cut. */
function wrap(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let rest = text.replaceAll(/\s+/g, ' ').trim();
  while (rest !== '' && lines.length < maxLines) {
    const space = rest.lastIndexOf(' ', width);
    const end = rest.length <= width ? rest.length : space > width / 3 ? space : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  if (rest !== '') lines.push(`${lines.pop()?.slice(0, width - 1) ?? ''}…`);
  return lines;
}

interface Page extends Size {
  /** Lengths are designed for 800 x 480 and multiplied by this. */
  readonly unit: number;
}

function page({ widthPx, heightPx }: Size): Page {
  return { widthPx, heightPx, unit: Math.max(Math.min(widthPx / 800, heightPx / 480), 0.1) };
}

function svg({ widthPx, heightPx }: Size, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}" font-family="sans-serif"><rect width="${widthPx}" height="${heightPx}" fill="#ffffff"/>${body}</svg>`;
}

function text(x: number, y: number, size: number, content: string, attributes = ''): string {
  return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-size="${Math.round(size)}" ${attributes}>${escapeXml(content)}</text>`;
}

/**
 * The error screen of the specification: a white rectangle with a red outline, `Error: <reason>`, and a line that
 * says when the device tries again. On a panel without colours the outline is black: red would be dithered into a
 * muddy grey.
 */
export function errorScreen(size: Size, palette: Palette, reason: string, retrySeconds: number): string {
  const outline = palette.every(isGrey) ? '#000000' : '#ff0000';
  const at = page(size);
  const { unit } = at;
  const inset = Math.max(Math.round(10 * unit), 2);
  const stroke = Math.max(Math.round(6 * unit), 2);
  const fontPx = Math.max(24 * unit, 9);
  const left = inset + stroke + 24 * unit;
  const columns = Math.max(Math.floor((at.widthPx - 2 * left) / (fontPx * 0.52)), 8);
  const rows = Math.max(Math.floor((at.heightPx - 2 * left - 3 * fontPx) / (fontPx * 1.4)), 1);
  const lines = wrap(`Error: ${reason}`, columns, Math.min(rows, 9));
  const body = lines.map((line, row) =>
    text(left, left + fontPx * (1 + row * 1.4), fontPx, line, 'font-weight="600"'),
  );
  const retry = `This device will retry in ${retrySeconds} seconds.`;
  return svg(
    at,
    `<rect x="${inset}" y="${inset}" width="${at.widthPx - 2 * inset}" height="${at.heightPx - 2 * inset}" fill="none" stroke="${outline}" stroke-width="${stroke}"/>${body.join('')}${text(left, at.heightPx - left, Math.max(fontPx * 0.75, 8), retry)}`,
  );
}

/** The picture that a device shows while it is being set up: its registration code, large. */
export function welcomeScreen(size: Size, code: string): string {
  const at = page(size);
  const middle = at.widthPx / 2;
  const centre = 'text-anchor="middle"';
  const large = Math.min(64 * at.unit, at.widthPx / 9);
  return svg(
    at,
    text(middle, at.heightPx * 0.3, 34 * at.unit, 'Welcome to Stipple', `${centre} font-weight="600"`) +
      text(middle, at.heightPx * 0.55, large, code, `${centre} font-family="monospace" font-weight="700"`) +
      text(
        middle,
        at.heightPx * 0.72,
        22 * at.unit,
        'Use this code to choose a screen for this device.',
        centre,
      ),
  );
}

/** The picture for a device that comes while the server is overloaded and has none of its own yet. */
export function busyScreen(size: Size): string {
  const at = page(size);
  const centre = 'text-anchor="middle"';
  return svg(
    at,
    text(at.widthPx / 2, at.heightPx / 2, 40 * at.unit, 'Busy, back soon', `${centre} font-weight="600"`),
  );
}
