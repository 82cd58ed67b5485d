/** Texts that devices, scripts and others have written, as people may see them: the same as `src/platform/base/printable.ts` does. */

/** Controls, separators of lines, what turns the direction of text or is invisible, halves of characters. */
const UNSAFE =
  /(?!(?<=\p{Extended_Pictographic})\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The text with `\x1b`, `\u{202e}` and the like in place of what could mislead; lines stay. */
export function printableLines(text: string): string {
  return text.replace(UNSAFE, (character) => {
    if (character === '\n' || character === '\t') return character;
    if (character === '\r') return '\\r';
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`;
  });
}
