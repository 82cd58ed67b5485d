/** Who draws the text of a picture. */

/** `fitted`: simple texts are fitted to the pixels and drawn in solid ink. `plain`: they are dithered with the rest. */
export type TextMode = 'fitted' | 'plain';

export const TEXT_MODES = ['fitted', 'plain'] as const satisfies readonly TextMode[];

/** The mode that a word names; null for anything else. */
export function parseTextMode(word: unknown): TextMode | null {
  return word === 'fitted' || word === 'plain' ? word : null;
}
