/** The limits of previews, each with its reason. */

const MIB = 1024 * 1024;

export const PREVIEW_LIMITS = {
  /** Stored previews: a full-colour one of a large panel takes one or two megabytes. */
  storeBytes: 32 * MIB,
  /** Previews are for people: few run at a time, so that devices come first; a few more wait. */
  composing: 2,
  drawing: 1,
  queue: 16,
  waitMs: 20_000,
  /** A preview lives at least this long, because it is viewed repeatedly while somebody edits. */
  minSeconds: 30,
} as const;
