/** The limits of webhooks, each with its reason. */

const MIB = 1024 * 1024;

export const HOOK_LIMITS = {
  /** A push of some hundred commits; git hosts send nothing larger that is of use here. */
  bodyBytes: MIB,
  /** Calls whose bodies are read at a time: who calls is known only when the whole body is there. */
  callsAtOnce: 8,
} as const;
