/** SVG lengths in CSS pixels. */
import { ownValue } from '../../../platform/base/plain.ts';

/** Units of the font size, in `em`. */
const FONT_UNITS: Readonly<Record<string, number>> = { em: 1, rem: 1, ex: 0.5, ch: 0.5 };
const UNIT_PX: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};
const LENGTH = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*|%)$/i;

/**
 * A length in pixels; null for a missing or invalid one.
 * @param percentOf  the length of 100 %; without it a percentage is null too
 * @param em         font size in pixels
 */
export function readLength(text: string | undefined, percentOf?: number, em = 16): number | null {
  if (text === undefined || text === '') return null;
  // Most lengths are plain numbers. `Infinity` and hexadecimal numbers are not valid.
  const plain = Number(text);
  if (Number.isFinite(plain) && !/[xob]/i.test(text)) return text.trim() === '' ? null : plain;
  const match = LENGTH.exec(text.trim());
  if (match === null) return null;
  const unit = (match[2] ?? '').toLowerCase();
  const factor =
    unit === '%' ? (percentOf ?? Number.NaN) / 100 : (ownValue(UNIT_PX, unit) ?? fontUnit(unit, em));
  if (factor === undefined || Number.isNaN(factor)) return null;
  return Number(match[1]) * factor;
}

/** The length of 100 % for lengths that are neither horizontal nor vertical (SVG 2 §8.9). */
export function diagonalOf({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.hypot(width, height) / Math.SQRT2;
}

/** The lengths that resvg 0.34 accepts: units in small letters, nothing behind them. */
const DRAWN_LENGTH =
  /^[ \t\r\n]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(em|ex|px|in|cm|mm|pt|pc|%)?$/;

/** A length as resvg reads it; null for one that it ignores. The parameters are those of `readLength`. */
export function drawnLength(text: string | undefined, percentOf: number, em = 16): number | null {
  if (text === undefined) return null;
  const match = DRAWN_LENGTH.exec(text);
  if (match === null) return null;
  const [, number, unit] = match;
  if (unit === undefined) return Number(number);
  return Number(number) * (unit === '%' ? percentOf / 100 : (UNIT_PX[unit] ?? fontUnit(unit, em) ?? 1));
}

/** True for what resvg reads as a length or number. */
export function isLength(text: string): boolean {
  return DRAWN_LENGTH.test(text);
}

function fontUnit(unit: string, em: number): number | undefined {
  const part = ownValue(FONT_UNITS, unit);
  return part === undefined ? undefined : part * em;
}
