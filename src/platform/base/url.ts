/**
 * The one place where texts become addresses. The time that a parser takes for a host with letters beyond ASCII grows
 * with the square of its length: 0.3 s for 20 000 of them, in one piece. So a text is measured before it is parsed.
 */
import { domainToASCII, domainToUnicode } from 'node:url';

/** Longer addresses are none: twice what servers commonly take, and what a request of a script may have. */
export const MAX_URL_CHARACTERS = 16_384;
/** DNS allows 253 bytes; letters beyond ASCII may be written with nine characters each. Takes a millisecond at most. */
const MAX_HOST_CHARACTERS = 1_024;

/** What a parser drops wherever it stands. */
const DROPPED = /[\t\n\r]+/g;
/** A scheme, and the slashes before a host: parsers take any number of them, in both directions. */
const BEFORE_HOST = /^(?:[a-z][a-z\d+.-]*:)?[/\\]*/i;

/**
 * Read an address, or one relative to `base`.
 * @returns null for what is none, and for what is longer than any that is meant
 */
export function parseUrl(text: string, base?: URL): URL | null {
  if (!isUrlSized(text)) return null;
  return URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;
}

/** True for a text that is short enough to be parsed, be it an address or not. */
export function isUrlSized(text: string): boolean {
  if (text.length > MAX_URL_CHARACTERS) return false;
  return text.length <= MAX_HOST_CHARACTERS || hostLength(text) <= MAX_HOST_CHARACTERS;
}

/** Characters of what a parser could take for the host, with its port. */
function hostLength(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: parsers drop them at the beginning
  const plain = text.replace(DROPPED, '').replace(/^[\u0000-\u0020]+/, '');
  const before = BEFORE_HOST.exec(plain)?.[0] ?? '';
  // Without a scheme and two slashes it is a path, which is read in linear time.
  if (!before.includes(':') && before.length < 2) return 0;
  const authority = plain.slice(before.length).split(/[/\\?#]/, 1)[0] ?? '';
  return authority.length - (authority.lastIndexOf('@') + 1);
}

/** DNS has no longer names. */
const MAX_NAME_CHARACTERS = 253;

/** The name of a host as people read it; empty for none, and for what is longer than any. */
export function hostInUnicode(name: string): string {
  return name.length <= MAX_NAME_CHARACTERS ? domainToUnicode(name) : '';
}

/** What a text becomes when a network takes it for the name of a host, in letters again; empty for none. */
export function asHost(text: string): string {
  return text.length <= MAX_NAME_CHARACTERS ? hostInUnicode(domainToASCII(text)) : '';
}
