/** Removes secrets from texts that people see. */
import { SecretMask } from './secret-mask.ts';

/** What one list of secrets is found by is worked out once. */
const masks = new WeakMap<readonly string[], SecretMask>();

/**
 * Remove secrets from a text, in whatever form they stand there. A text that has a short one (up to three characters, or a
 * truth value) as a word is hidden as a whole: what is left of it would tell the word.
 */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.length === 0 || text === '' ? text : maskOf(secrets).mask(text);
}

/**
 * The same but for short secrets, for messages about a config: these tell numbers and truth values of all of it, and each
 * value at its place.
 */
export function redactLong(text: string, secrets: readonly string[]): string {
  return secrets.length === 0 || text === '' ? text : maskOf(secrets).mask(text, false);
}

function maskOf(secrets: readonly string[]): SecretMask {
  let mask = masks.get(secrets);
  if (mask === undefined) {
    mask = new SecretMask(secrets);
    masks.set(secrets, mask);
  }
  return mask;
}
