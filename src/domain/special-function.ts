/** What a device does on a double click: it asks for a function by a header, and does it when the answer names the same. */

/**
 * Functions that need nothing but this consent. All others of the firmware need a picture of their own, or a change of what
 * is shown next: an answer that named them without it would be a promise that is not kept.
 */
export const ECHOED_FUNCTIONS = ['sleep', 'add_wifi'] as const;
export type EchoedFunction = (typeof ECHOED_FUNCTIONS)[number];

/** The function to name in the answer; null where the device names none, or one that needs more. */
export function echoedFunction(said: string | null): EchoedFunction | null {
  return ECHOED_FUNCTIONS.find((name) => name === said) ?? null;
}
