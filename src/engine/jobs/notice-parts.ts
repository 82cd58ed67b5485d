/** Building blocks of the pictures that the server itself draws: pages, lines of text of known width, signs. */
import type { Palette } from '../../domain/palette.ts';
import type { Size } from '../../domain/panel.ts';

/** Text for XML: escaped, and without the characters that XML forbids. */
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

/** The largest widths of characters in em, in the bundled semibold sans-serif; the first pattern that matches counts. */
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

/** An upper bound of the width of a line of text, in em. */
export function widthEm(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + widthOf(character), 0);
}

/** How many of the characters certainly fit into a width in em; at least one. */
function countFitting(characters: readonly string[], maxEm: number): number {
  let used = 0;
  const over = characters.findIndex((character) => {
    used += widthOf(character);
    return used > maxEm;
  });
  return over === -1 ? characters.length : Math.max(over, 1);
}

/** Break a text into lines of a width in em, at spaces where there are some; `…` marks what was cut. */
export function wrap(text: string, maxEm: number, maxLines: number): string[] {
  const lines: string[] = [];
  let rest = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  while (rest.length > 0 && lines.length < maxLines) {
    const fitting = countFitting(rest, maxEm);
    const space = rest.lastIndexOf(' ', fitting);
    const end = fitting === rest.length ? fitting : space > fitting / 3 ? space : fitting;
    const next = rest[end] === ' ' ? end + 1 : end;
    const isCut = lines.length === maxLines - 1 && next < rest.length;
    const line = isCut ? [...rest.slice(0, countFitting(rest, maxEm - 1)), '…'] : rest.slice(0, end);
    lines.push(line.join(''));
    rest = rest.slice(next);
  }
  return lines;
}

interface NoticePage extends Size {
  /** Lengths are designed for 800 x 480, or 480 x 800 upright, and multiplied by this. */
  readonly unit: number;
}

export function page({ widthPx, heightPx }: Size): NoticePage {
  const [long, short] = [Math.max(widthPx, heightPx), Math.min(widthPx, heightPx)];
  return { widthPx, heightPx, unit: Math.max(Math.min(long / 800, short / 480), 0.1) };
}

/** A document of a size in device pixels, on paper. */
export function svg({ widthPx, heightPx }: Size, body: string, paper = '#ffffff'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}" font-family="sans-serif"><rect width="${widthPx}" height="${heightPx}" fill="${paper}"/>${body}</svg>`;
}

export function text(x: number, y: number, size: number, content: string, attributes = ''): string {
  return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-size="${Math.round(size)}" ${attributes}>${escapeXml(content)}</text>`;
}

/**
 * A warning triangle with an exclamation mark, without soft edges: on two inks they would be dithered.
 * @param side width and height in pixels, even
 */
export function warningSign(x: number, y: number, side: number, ink: string, paper: string): string {
  const bar = 2 * Math.max(Math.round(side / 18), 1);
  const [left, dot] = [x + (side - bar) / 2, y + side - Math.max(Math.round(side / 10), 1) - bar];
  const top = y + Math.round(side * 0.32);
  const height = Math.max(dot - Math.round(bar / 2) - top, 1);
  const square = (at: number, tall: number): string =>
    `<rect x="${left}" y="${at}" width="${bar}" height="${tall}" fill="${paper}"/>`;
  return `<g shape-rendering="crispEdges"><path d="M${x + side / 2} ${y}L${x + side} ${y + side}H${x}Z" fill="${ink}"/>${square(top, height)}${square(dot, bar)}</g>`;
}

/** The darkest and the lightest ink of a palette. */
export function inkAndPaper(palette: Palette): { readonly ink: string; readonly paper: string } {
  const sorted = palette.toSorted((a, b) => luminance(a) - luminance(b));
  return { ink: sorted[0] ?? '#000000', paper: sorted.at(-1) ?? '#ffffff' };
}

/** The lightness of an ink, close enough to sort by. */
function luminance(ink: string): number {
  const rgb = Number.parseInt(ink.slice(1), 16);
  return 0.2126 * (rgb >> 16) + 0.7152 * ((rgb >> 8) & 255) + 0.0722 * (rgb & 255);
}
