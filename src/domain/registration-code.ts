/** Registration codes: ten letters that a person can read off a panel and type, derived from a device's token. */
import { sha256 } from '../base/hash.ts';

/** No I and no O (they look like 1 and 0), and no digits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;
const PATTERN = /^[A-HJKMNP-Z]{10}$/;

/** The code of a token: the first ten bytes of its SHA-256, each modulo 23. Null for an empty token. */
export function registrationCode(token: string): string | null {
  if (token === '') return null;
  let code = '';
  for (const byte of sha256(token).subarray(0, LENGTH)) code += LETTERS[byte % LETTERS.length];
  return code;
}

/** `ABCDEFGHJK` as people see it: `ABCDE-FGHJK`. */
export function hyphenateCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** Read a code in any case, with or without its hyphen. Null when it is none. */
export function parseRegistrationCode(text: string): string | null {
  const trimmed = text.trim().toUpperCase();
  const normal = trimmed[LENGTH / 2] === '-' ? trimmed.replace('-', '') : trimmed;
  return PATTERN.test(normal) ? normal : null;
}
