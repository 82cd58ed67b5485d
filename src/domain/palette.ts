/** Palettes: the ordered inks of a panel, as the colours that are sent to it. */
import { LIMITS } from '../base/limits.ts';

/** Lower-case `#rrggbb`, in the panel's order. */
export type Palette = readonly string[];

/** The four greys of the specification: black, dark grey, light grey, white. */
export const FOUR_GREYS: Palette = ['#000000', '#555555', '#aaaaaa', '#ffffff'];

const ENTRY = /^#[0-9a-f]{6}$/;

/**
 * Read a palette from comma-separated `#rrggbb` text or from a list of such texts, in any case.
 * Repeated colours are kept once. Null when an entry is malformed, or fewer than two or more than 256 are left.
 */
export function parsePalette(source: unknown): Palette | null {
  const entries = typeof source === 'string' ? source.split(',') : source;
  if (!Array.isArray(entries) || entries.length > LIMITS.paletteMaxInks * 4) return null;
  const inks = new Set<string>();
  for (const entry of entries) {
    const ink = typeof entry === 'string' ? entry.trim().toLowerCase() : '';
    if (!ENTRY.test(ink)) return null;
    inks.add(ink);
  }
  return inks.size >= LIMITS.paletteMinInks && inks.size <= LIMITS.paletteMaxInks ? [...inks] : null;
}

/** True when red, green and blue of an ink are equal. */
export function isGrey(ink: string): boolean {
  const red = ink.slice(1, 3);
  return ink.slice(3, 5) === red && ink.slice(5, 7) === red;
}
