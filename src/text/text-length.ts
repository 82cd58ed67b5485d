/** Lengths inside a text, where `em` means the size of its font. */
import { readLength } from '../svg/length.ts';

const RELATIVE = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(em|ex|rem)$/i;
/** What resvg takes `ex` for. */
const EX_PER_EM = 0.5;
const ROOT_EM = 12;

/**
 * A length in user units, null for one that is missing or not valid.
 * @param em         the font size of the element
 * @param percentOf  what 100 % means; without it a percentage is null too
 */
export function textLength(text: string | undefined, em: number, percentOf?: number): number | null {
  if (text === undefined) return null;
  const match = RELATIVE.exec(text.trim());
  if (match === null) return readLength(text, percentOf);
  const unit = (match[2] ?? '').toLowerCase();
  return Number(match[1]) * (unit === 'em' ? em : unit === 'ex' ? em * EX_PER_EM : ROOT_EM);
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
