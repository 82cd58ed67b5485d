/** Reads lengths inside a text as resvg does; `em` is the font size of the text. */
import { drawnLength } from '../svg/values/length.ts';

/**
 * A length in user units; null for a missing or invalid one.
 * @param em         the font size of the element
 * @param percentOf  the length of 100 %; without it a percentage is null too
 */
export function textLength(text: string | undefined, em: number, percentOf?: number): number | null {
  const length = drawnLength(text, percentOf ?? Number.NaN, em);
  return length === null || Number.isNaN(length) ? null : length;
}

/** A list of lengths; an invalid one ends it, as in resvg. */
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
