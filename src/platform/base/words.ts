/** Words: long lists of names, written as a text, and counted things. */

/** The words of a text. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** The words of a text, to look up. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(words(text));
}

/** A number of things: `1 screen`, `2 screens`. */
export function plural(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
