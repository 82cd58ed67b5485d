/** The `data-tone` mark of an element. */
import type { SvgElement } from '../document/tree.ts';

/** Continuous tone is dithered as a photo; structure keeps exact inks, and no error crosses between the two. */
export type Tone = 'continuous' | 'structure';

export const TONE_ATTRIBUTE = 'data-tone';

/** The mark of an element; null when it has none that is valid. */
export function toneOf({ attributes }: SvgElement): Tone | null {
  const value = attributes[TONE_ATTRIBUTE]?.trim();
  return value === 'continuous' || value === 'structure' ? value : null;
}
