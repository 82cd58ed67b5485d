/** Decodes base64 (RFC 4648, sections 4 and 5) in one pass. */

const INVALID = -1;
const SPACE = -2;
const PADDING = -3;

/** The value of each byte: 0..63 in either alphabet, or one of the constants above. */
const MEANINGS: Int8Array = (() => {
  const table = new Int8Array(256).fill(INVALID);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const entries: [letters: string, meaning: number][] = [...letters].map((letter, n) => [letter, n]);
  for (const [group, meaning] of [
    ...entries,
    ['+-', 62],
    ['/_', 63],
    [' \t\n\v\f\r', SPACE],
    ['=', PADDING],
  ] as const) {
    for (const letter of group) table[letter.charCodeAt(0)] = meaning;
  }
  return table;
})();

/** The bytes of a text; null when it is not base64. White space is ignored; padding must be complete or absent. */
export function decodeBase64(text: Uint8Array): Uint8Array | null {
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 3);
  let length = 0;
  let letters = 0;
  let padding = 0;
  let bits = 0;
  for (const byte of text) {
    const meaning = MEANINGS[byte] ?? INVALID;
    if (meaning === SPACE) continue;
    if (meaning === PADDING) {
      padding += 1;
      continue;
    }
    if (meaning === INVALID || padding > 0) return null;
    bits = (bits << 6) | meaning;
    // The second of four letters completes the first byte, the third the second, the fourth the third.
    const place = letters++ & 3;
    if (place > 0) bytes[length++] = bits >> (6 - 2 * place);
  }
  return isWhole(letters, padding) ? bytes.subarray(0, length) : null;
}

/** True when the last group has two to four letters, with all of its padding or none. */
function isWhole(letters: number, padding: number): boolean {
  const rest = letters & 3;
  if (rest === 0) return padding === 0;
  return rest > 1 && (padding === 0 || padding === 4 - rest);
}
