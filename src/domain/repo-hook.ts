/** Secrets of webhooks: what a git host shows to say that a screen repo has a new commit. */

/** Shorter ones can be guessed. */
const LEAST = 16;

/** In words for messages. */
export const WEBHOOK_SECRET_EXPECTED: string = `at least ${LEAST} characters`;

export function isWebhookSecret(text: string): boolean {
  return text.length >= LEAST;
}
