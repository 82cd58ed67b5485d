/** Pictures that the server itself draws: the error screen, the welcome picture of a new device, and "busy". */
import type { Palette } from '../domain/palette.ts';
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

/** Widths in em that no character of a kind exceeds in the bundled semibold sans-serif; the first that matches counts. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/ /, 0.2],
  [/[ijlI.,:;']/, 0.29],
  [/[frt!()[\]{}/\\|-]/, 0.38],
  [/[csvxyz"]/, 0.5],
  [/[aegk0-9*+<=>?^_~#$]/, 0.53],
  [/[a-ln-vx-zEFJLSTVXYZ]/, 0.57],
  [/[A-LN-VX-Z&]/, 0.68],
  [/[\u0020-\u2e7f]/, 0.88],
];

function widthOf(character: string): number {
  return WIDTHS.find(([kind]) => kind.test(character))?.[1] ?? 1;
}

/** How many of the characters certainly fit into a width in em; one at least. */
function countFitting(characters: readonly string[], widthEm: number): number {
  let used = 0;
  const over = characters.findIndex((character) => {
    used += widthOf(character);
    return used > widthEm;
  });
  return over === -1 ? characters.length : Math.max(over, 1);
}

/** Break a text into lines of a width in em, at spaces where there are some; `…` marks what was cut. */
function wrap(text: string, widthEm: number, maxLines: number): string[] {
  const lines: string[] = [];
  let rest = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  while (rest.length > 0 && lines.length < maxLines) {
    const fitting = countFitting(rest, widthEm);
    const space = rest.lastIndexOf(' ', fitting);
    const end = fitting === rest.length ? fitting : space > fitting / 3 ? space : fitting;
    const next = rest[end] === ' ' ? end + 1 : end;
    const isCut = lines.length === maxLines - 1 && next < rest.length;
    const line = isCut ? [...rest.slice(0, countFitting(rest, widthEm - 1)), '…'] : rest.slice(0, end);
    lines.push(line.join(''));
    rest = rest.slice(next);
  }
  return lines;
}

interface Page extends Size {
  /** Lengths are designed for 800 x 480, or 480 x 800 upright, and multiplied by this. */
  readonly unit: number;
}

function page({ widthPx, heightPx }: Size): Page {
  const [long, short] = [Math.max(widthPx, heightPx), Math.min(widthPx, heightPx)];
  return { widthPx, heightPx, unit: Math.max(Math.min(long / 800, short / 480), 0.1) };
}

function svg({ widthPx, heightPx }: Size, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}" font-family="sans-serif"><rect width="${widthPx}" height="${heightPx}" fill="#ffffff"/>${body}</svg>`;
}

function text(x: number, y: number, size: number, content: string, attributes = ''): string {
  return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-size="${Math.round(size)}" ${attributes}>${escapeXml(content)}</text>`;
}

/** The ink that people call red; null on panels without one. */
function redInk(palette: Palette): string | null {
  return palette.find((ink) => /^#[9a-f][\da-f][0-5][\da-f][0-5][\da-f]$/i.test(ink)) ?? null;
}

/**
 * The error screen of the specification: a white rectangle with a red outline, `Error: <reason>`, and a line that
 * says when the device tries again. On a panel without red ink the outline is black: red would be dithered into
 * something muddy.
 */
export function errorScreen(size: Size, palette: Palette, reason: string, retrySeconds: number): string {
  const outline = redInk(palette) ?? '#000000';
  const at = page(size);
  const { unit } = at;
  const inset = Math.max(Math.round(10 * unit), 2);
  // An even number, so that both edges lie on whole pixels.
  const stroke = 2 * Math.max(Math.round(3 * unit), 1);
  const fontPx = Math.max(24 * unit, 9);
  const left = inset + stroke + 24 * unit;
  const widthEm = Math.max((at.widthPx - 2 * left) / fontPx, 4);
  const rows = Math.max(Math.floor((at.heightPx - 2 * left - 3 * fontPx) / (fontPx * 1.4)), 1);
  const lines = wrap(`Error: ${reason}`, widthEm, Math.min(rows, 16));
  const body = lines.map((line, row) =>
    text(left, left + fontPx * (1 + row * 1.4), fontPx, line, 'font-weight="600"'),
  );
  const retry = `This device will retry in ${retrySeconds} seconds.`;
  return svg(
    at,
    `<rect x="${inset}" y="${inset}" width="${at.widthPx - 2 * inset}" height="${at.heightPx - 2 * inset}" fill="none" stroke="${outline}" stroke-width="${stroke}"/>${body.join('')}${text(left, at.heightPx - left, Math.max(fontPx * 0.75, 8), retry)}`,
  );
}

const CENTRE = 'text-anchor="middle"';

/** The picture that a device shows while it is being set up: its registration code, large. */
export function welcomeScreen(size: Size, code: string): string {
  const at = page(size);
  const { unit } = at;
  const middle = at.widthPx / 2;
  const [title, body] = [38 * unit, 22 * unit];
  // Characters of the monospace are 0.6 em wide; its capitals are two thirds of the size high.
  const large = Math.min(96 * unit, (at.widthPx - 72 * unit) / (Math.max(code.length, 1) * 0.6));
  const hint = wrap('Use this code to choose a screen for this device.', (at.widthPx - 72 * unit) / body, 3);
  const height = title * 0.66 + 56 * unit + large * 0.66 + 52 * unit + body * (hint.length - 1) * 1.4;
  const top = (at.heightPx - height) / 2 + title * 0.66;
  const codeY = top + 56 * unit + large * 0.66;
  return svg(
    at,
    [
      text(middle, top, title, 'Welcome to Stipple', `${CENTRE} font-family="serif" font-weight="600"`),
      text(middle, codeY, large, code, `${CENTRE} font-family="monospace" font-weight="600"`),
      ...hint.map((line, row) => text(middle, codeY + 52 * unit + row * body * 1.4, body, line, CENTRE)),
    ].join(''),
  );
}

/** The picture for a device that comes while the server is overloaded and has none of its own yet. */
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
