/** Reads colours and opacities. */
import { colord, extend } from 'colord';
import names from 'colord/plugins/names';
import { recentlyUsed } from '../../../platform/base/recently-used.ts';

/** A number or percentage as 0..1; 1 for a missing or invalid one. */
export function readOpacity(text: string | undefined): number {
  const value = Number.parseFloat(text ?? '');
  if (Number.isNaN(value)) return 1;
  return Math.min(Math.max(text?.trim().endsWith('%') ? value / 100 : value, 0), 1);
}

extend([names]);

const HEX = /^#[\da-f]{6}$/i;

/** 0xRRGGBB of a CSS colour; null for a translucent one, and for a value that is no colour (`none`, `url(#a)`). */
export function solidColour(value: string): number | null {
  const text = value.trim();
  if (HEX.test(text)) return Number.parseInt(text.slice(1), 16);
  if (text.length > MAX_KNOWN_LENGTH) return readColour(text);
  const known = colours.get(text);
  if (known !== undefined) return known === NONE ? null : known;
  const rgb = readColour(text);
  colours.set(text, rgb ?? NONE);
  return rgb;
}

/** Colours that have been read: many elements of a page share one colour. */
const colours = recentlyUsed<string, number>(1000);
const NONE = -1;
const MAX_KNOWN_LENGTH = 64;

function readColour(text: string): number | null {
  const colour = colord(text.toLowerCase());
  if (!colour.isValid()) return null;
  const { r, g, b, a } = colour.toRgb();
  return a === 1 ? (Math.round(r) << 16) | (Math.round(g) << 8) | Math.round(b) : null;
}
