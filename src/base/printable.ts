/** Makes texts of strangers harmless for a terminal. */

/**
 * Control characters (escape sequences begin with one), separators of lines, characters that turn the direction of text
 * or are invisible, and halves of characters.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** The text with `\x1b`, `\u{202e}` and the like in place of what could draw on a terminal. It is one line. */
export function printable(text: string): string {
  return text.replace(UNSAFE, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return SHORT.get(character) ?? (code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`);
}
