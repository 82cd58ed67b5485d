/** The limits of webhooks, each with its reason. */

const MIB = 1024 * 1024;

export const HOOK_LIMITS = {
  /** A push of some hundred commits; git hosts send nothing larger that is of use here. */
  bodyBytes: MIB,
} as const;
