/** SVG lengths in CSS pixels. */

const UNIT_PX: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
};
const LENGTH = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*|%)$/i;

/**
 * A length in pixels (`em` as 16). Null for one that is missing or not valid.
 * @param percentOf  what 100 % means; without it a percentage is null too
 */
export function readLength(text: string | undefined, percentOf?: number): number | null {
  if (text === undefined || text === '') return null;
  // Most lengths are plain numbers. Infinity is not one, nor is a number in hexadecimal.
  const plain = Number(text);
  if (Number.isFinite(plain) && !/[xob]/i.test(text)) return text.trim() === '' ? null : plain;
  const match = LENGTH.exec(text.trim());
  if (match === null) return null;
  const unit = (match[2] ?? '').toLowerCase();
  const factor = unit === '%' ? (percentOf ?? Number.NaN) / 100 : UNIT_PX[unit];
  if (factor === undefined || Number.isNaN(factor)) return null;
  return Number(match[1]) * factor;
}
