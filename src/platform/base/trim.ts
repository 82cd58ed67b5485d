/** Cuts characters off the end of a text. A pattern such as `/x+$/` would take quadratic time. */

/** The text without its last characters that are in `characters` (single UTF-16 units). */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
