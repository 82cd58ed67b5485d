/** Removes secrets from texts that people see. */

/** Shorter secrets are not replaced: replacing every `a` would destroy the text and reveal the secret. */
const MIN_LENGTH = 4;

/** What stands in the place of a secret. */
export const REDACTED = '[redacted]';

/** Replace every occurrence of a secret in a text. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length >= MIN_LENGTH) clean = clean.replaceAll(secret, REDACTED);
  }
  return clean;
}
