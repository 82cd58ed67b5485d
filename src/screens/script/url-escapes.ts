/** Percent-encodes and decodes bytes (RFC 3986, 2.1). */

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
const HEX = Buffer.from('0123456789ABCDEF', 'latin1');

/** 1 for unreserved bytes, which are not escaped (RFC 3986, 2.3). */
const UNRESERVED: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** Escape all bytes but letters, digits and `-._~`. */
export function escapeUrl(bytes: Uint8Array): Uint8Array {
  const escaped = new Uint8Array(bytes.length * 3);
  let length = 0;
  for (const byte of bytes) {
    if (UNRESERVED[byte] === 1) escaped[length++] = byte;
    else {
      escaped[length++] = PERCENT;
      escaped[length++] = HEX[byte >> 4] ?? 0;
      escaped[length++] = HEX[byte & 15] ?? 0;
    }
  }
  return escaped.subarray(0, length);
}

/** Decode escapes, and `+` as a space. Invalid escapes are left unchanged. */
export function unescapeUrl(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const high = byte === PERCENT ? hexValue(bytes[at + 1]) : -1;
    const low = high < 0 ? -1 : hexValue(bytes[at + 2]);
    if (low >= 0) {
      plain[length++] = high * 16 + low;
      at += 2;
    } else plain[length++] = byte === PLUS ? SPACE : byte;
  }
  return plain.subarray(0, length);
}

/** The value of a hex digit, -1 for anything else. */
export function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = (byte | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}
