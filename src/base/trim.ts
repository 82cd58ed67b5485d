/** Cuts characters off the end of a text. A pattern such as `/x+$/` looks from each of them to the end, in square time. */

/** The text without those of its last characters that stand in `characters` (single UTF-16 units). */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
