/** Tokens of frames, as the config has them: digests by name, never the tokens themselves. */

declare const brand: unique symbol;

/** `sha256:` and 64 lower-case hex digits. Only `parseFrameDigest` makes one. */
export type FrameDigest = string & { readonly [brand]: 'FrameDigest' };

/** Digests of the tokens of an entry, by their names. */
export type FrameTokens = ReadonlyMap<string, FrameDigest>;

/** Names of frames, and of their tokens. */
export const FRAME_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A digest as it is written. */
export const FRAME_DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Read the digest of a token; null when it is anything else. */
export function parseFrameDigest(text: string): FrameDigest | null {
  return FRAME_DIGEST.test(text) ? (text as FrameDigest) : null;
}
