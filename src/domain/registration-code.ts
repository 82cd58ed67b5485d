/**
 * Registration codes: letters that a person can read off a panel and type, derived from a device's token.
 * The short code has ten letters; the long one five more, and it begins with the short one.
 */
import { sha256 } from '../platform/base/hash.ts';

/** No I and no O (they look like 1 and 0), and no digits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUP = 5;
const SHORT = 2 * GROUP;
/** 68 bits: too many to search for another token with the same code, which is possible with the 45 bits of a short code. */
const LONG = 3 * GROUP;
const PATTERN = new RegExp(`^[A-HJKMNP-Z]{${SHORT}}(?:[A-HJKMNP-Z]{${GROUP}})?$`);
/** No hyphens, or one after every five letters except the last. */
const HYPHENS = /^[A-Z]+$|^[A-Z]{5}(?:-[A-Z]{5})+$/;

/** The long code of a token: the first 15 bytes of its SHA-256, each modulo 23. Null for an empty token. */
export function longCode(token: string): string | null {
  return token === '' ? null : codeOfDigest(sha256(token));
}

/** The long code of a token of which only the SHA-256 is known. */
export function codeOfDigest(digest: Uint8Array): string {
  let code = '';
  for (const byte of digest.subarray(0, LONG)) code += LETTERS[byte % LETTERS.length];
  return code;
}

/** The short code of a token: the first ten letters of its long one. Null for an empty token. */
export function registrationCode(token: string): string | null {
  const code = longCode(token);
  return code === null ? null : shortCode(code);
}

/** The short form of a code of either length. */
export function shortCode(code: string): string {
  return code.slice(0, SHORT);
}

/** True for a long code, for which no other token can be found by search. */
export function isLongCode(code: string): boolean {
  return code.length === LONG;
}

/** `ABCDEFGHJK` as people see it: `ABCDE-FGHJK`; a long one has three groups. */
export function hyphenateCode(code: string): string {
  return code.replaceAll(/.{5}(?=.)/g, '$&-');
}

/** Read a code of either length in any case, with or without its hyphens. Null when the text is not a code. */
export function parseRegistrationCode(text: string): string | null {
  const trimmed = text.trim().toUpperCase();
  if (trimmed.length > LONG + 2 || !HYPHENS.test(trimmed)) return null;
  const normal = trimmed.replaceAll('-', '');
  return PATTERN.test(normal) ? normal : null;
}
