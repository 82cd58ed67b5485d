/** CSS colours as solid ones. */
import { colord, extend } from 'colord';
import names from 'colord/plugins/names';

extend([names]);

const HEX = /^#[\da-f]{6}$/i;

/** 0xRRGGBB of a CSS colour; null for one that is not opaque, and for what is no colour (`none`, `url(#a)`). */
export function solidColour(value: string): number | null {
  const text = value.trim();
  if (HEX.test(text)) return Number.parseInt(text.slice(1), 16);
  const colour = colord(text.toLowerCase());
  if (!colour.isValid()) return null;
  const { r, g, b, a } = colour.toRgb();
  return a === 1 ? (Math.round(r) << 16) | (Math.round(g) << 8) | Math.round(b) : null;
}
