/** How much is remembered of params that were sensitive, each number beside its reason. */
export const SENSITIVE_LIMITS = {
  /**
   * Names of one source. A repo with a hundred screens has some two hundred; one that has more, by ever other names in each
   * commit, has all of its params hidden instead.
   */
  perSource: 2_000,
  /** How long it is remembered which screens are gone: a look costs the system a call or two for each. */
  goneMs: 1_000,
} as const;
