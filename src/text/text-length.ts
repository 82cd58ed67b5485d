/** Lengths inside a text, where `em` means the size of its font, as the renderer reads them. */
import { drawnLength } from '../svg/values/length.ts';

/**
 * A length in user units, null for one that is missing or not valid.
 * @param em         the font size of the element
 * @param percentOf  what 100 % means; without it a percentage is null too
 */
export function textLength(text: string | undefined, em: number, percentOf?: number): number | null {
  const length = drawnLength(text, percentOf ?? Number.NaN, em);
  return length === null || Number.isNaN(length) ? null : length;
}

/** A list of lengths; what cannot be read ends it, as in resvg. */
export function textLengths(text: string | undefined, em: number, percentOf: number): readonly number[] {
  if (text === undefined) return [];
  const lengths: number[] = [];
  for (const part of text.trim().split(/[\s,]+/)) {
    const length = textLength(part, em, percentOf);
    if (length === null) break;
    lengths.push(length);
  }
  return lengths;
}
