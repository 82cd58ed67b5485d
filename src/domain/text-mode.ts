/** How the text of a picture is drawn. */

/** `fitted`: simple texts are fitted to the pixels and drawn in solid ink. `plain`: they are dithered with the rest. */
export const TEXT_MODES = ['fitted', 'plain'] as const;

export type TextMode = (typeof TEXT_MODES)[number];

/** The mode that a word names; null for anything else. */
export function parseTextMode(word: unknown): TextMode | null {
  return TEXT_MODES.find((mode) => mode === word) ?? null;
}
