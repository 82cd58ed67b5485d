/** Computes how far the baseline of a text lies below its `y`. */
import type { OpenFont } from '../fonts/open-font.ts';
import type { ComputedStyle } from '../svg/style/computed-style.ts';
import { textLength } from './text-length.ts';

/** The offset in user units, downwards; null for a value that the engine does not support. */
export function baselineOffset(style: ComputedStyle, font: OpenFont): number | null {
  const own = dominantOffset(style, font);
  if (own === null) return null;
  let shift = 0;
  for (const { value, fontSize } of style.lettering.text.baselineShifts) {
    const up = shiftUp(value, fontSize, font);
    if (up === null) return null;
    shift += up;
  }
  return own - shift;
}

function dominantOffset(style: ComputedStyle, font: OpenFont): number | null {
  const { ascent, descent, namedXHeight, unitsPerEm } = font.metrics;
  const scale = style.fontSize / unitsPerEm;
  switch (style.lettering.text.dominantBaseline.trim()) {
    case 'auto':
    case 'alphabetic':
    case 'use-script':
    case 'no-change':
    case 'reset-size':
    case 'baseline':
      return 0;
    case 'middle':
      return (namedXHeight * scale) / 2;
    case 'central':
      return ((ascent + descent) * scale) / 2;
    case 'hanging':
      return ascent * scale * 0.8;
    case 'mathematical':
      return ascent * scale * 0.5;
    case 'text-before-edge':
    case 'text-top':
      return ascent * scale;
    case 'ideographic':
    case 'text-after-edge':
    case 'text-bottom':
      return descent * scale;
    default:
      return null;
  }
}

function shiftUp(value: string, fontSize: number, font: OpenFont): number | null {
  const { subscript, superscript, unitsPerEm } = font.metrics;
  if (value === 'sub') return (-subscript * fontSize) / unitsPerEm;
  if (value === 'super') return (superscript * fontSize) / unitsPerEm;
  return textLength(value, fontSize, fontSize);
}
