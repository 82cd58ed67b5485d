/** Makes texts of strangers harmless for people who read them: at a terminal, in a log, in an answer or a page. */

/**
 * Control characters (escape sequences begin with one), separators of lines, characters that turn the direction of text
 * or are invisible, and halves of characters. The selector of coloured pictures is a part of the picture before it.
 */
const UNSAFE =
  /(?!(?<=\p{Extended_Pictographic})\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Most texts have nothing else, and need no closer look. */
const PLAIN = /^[\x20-\x7e]*$/;
const PLAIN_LINES = /^[\x20-\x7e\n\t]*$/;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** The text with `\x1b`, `\u{202e}` and the like in place of what could mislead. It is one line. */
export function printable(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSAFE, escaped);
}

/** Does what `printable` does for a text that may have several lines. */
export function printableLines(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text.replace(UNSAFE, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
}

/** A text of JSON in which all that is not printable is escaped; its values are the same. Lines may end in it. */
export function printableJson(json: string): string {
  if (isAscii(json) && !json.includes('\x7f')) return json;
  return json.replace(UNSAFE, (character) => (character < ' ' ? character : unitsOf(character)));
}

/** Answers of devices and lines of the log come here: to count bytes is ten times as fast as a pattern. */
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return SHORT.get(character) ?? (code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`);
}

function unitsOf(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
