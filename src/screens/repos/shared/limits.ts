/** The limits of repos that servers share, each with its reason. Those of fetches are in `src/platform/base/limits.ts`. */
export const SHARED_REPO_LIMITS = {
  /** One server fetches for all: how long the others wait for it after its death. */
  leaseMs: 30_000,
  /** How often a server that waits looks whether the lease is over. */
  pollMs: 500,
  /** And for how long: a fetch with its checks takes at most five minutes, and may wait for others to end. */
  waitMs: 600_000,
  /** How often servers look for notices that were lost: all serve one commit within five seconds, if it comes as fast. */
  lookMs: 4_000,
} as const;
