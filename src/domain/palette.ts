/** Palettes: the ordered inks of a panel, as the colours that are sent to it. */
import { LIMITS } from '../platform/base/limits.ts';

/** Lower-case `#rrggbb`, in the panel's order. */
export type Palette = readonly string[];

/** The four greys of the specification: black, dark grey, light grey, white. */
export const FOUR_GREYS: Palette = ['#000000', '#555555', '#aaaaaa', '#ffffff'];

const ENTRY = /^#[0-9a-f]{6}$/;

/** Read comma-separated `#rrggbb` text, or a list of such texts, in any case. Null when an entry is malformed. */
export function parseColours(source: unknown): Palette | null {
  const entries = typeof source === 'string' ? source.split(',') : source;
  if (!Array.isArray(entries) || entries.length > LIMITS.paletteMaxInks * 4) return null;
  const colours = entries.map((entry) => (typeof entry === 'string' ? entry.trim().toLowerCase() : ''));
  return colours.every((colour) => ENTRY.test(colour)) ? colours : null;
}

/**
 * Read a palette as `parseColours` does. Repeated colours are kept once. Null when fewer than two or more than 256
 * are left.
 */
export function parsePalette(source: unknown): Palette | null {
  const inks = new Set(parseColours(source));
  return inks.size >= LIMITS.paletteMinInks && inks.size <= LIMITS.paletteMaxInks ? [...inks] : null;
}

/** Measured colours without those of repeated inks. @param sent  the colours that are sent in their place, as written */
export function measuredOfPalette(measured: Palette, sent: Palette): Palette {
  return measured.filter((_, index) => sent.indexOf(sent[index] ?? '') === index);
}

/** The place of the ink that is nearest to white. */
export function lightestInk(palette: Palette): number {
  const luma = palette.map((ink) => {
    const rgb = Number.parseInt(ink.slice(1), 16);
    return 2126 * (rgb >> 16) + 7152 * ((rgb >> 8) & 255) + 722 * (rgb & 255);
  });
  return luma.indexOf(Math.max(...luma));
}

/** True when red, green and blue of an ink are equal. */
export function isGrey(ink: string): boolean {
  const red = ink.slice(1, 3);
  return ink.slice(3, 5) === red && ink.slice(5, 7) === red;
}
