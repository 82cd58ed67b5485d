/** Long lists of names, written as a text. */

/** The words of a text. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** The words of a text, to look up. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(words(text));
}
