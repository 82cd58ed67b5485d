/** The `data-tone` mark of an element. */
import type { SvgElement } from '../document/tree.ts';

/** Continuous tone is dithered as a photo; structure keeps exact inks. No dither error crosses between the two. */
export type Tone = 'continuous' | 'structure';

export const TONE_ATTRIBUTE = 'data-tone';

/** The mark of an element; null when it has no valid one. */
export function toneOf({ attributes }: SvgElement): Tone | null {
  const value = attributes[TONE_ATTRIBUTE]?.trim();
  return value === 'continuous' || value === 'structure' ? value : null;
}
