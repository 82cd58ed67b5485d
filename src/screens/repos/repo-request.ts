/** What a fetch is wanted for. */

/**
 * `due`: the time has come, or the entry is new or another one. `asked`: by an admin, or with another token, so the git
 * server is asked, whatever other servers have found. `announced`: another server has another commit. `damaged`: files of the
 * commit in use are missing.
 */
type FetchReason = 'asked' | 'due' | 'announced' | 'damaged';

export interface RepoRequest {
  /** Fetch even if the commit is in the cache. */
  readonly force: boolean;
  /** Take a commit although it breaks screens in use. */
  readonly accept: boolean;
  readonly reason: FetchReason;
}

/** A request without anything special. */
export function requestFor(reason: FetchReason): RepoRequest {
  return { force: reason === 'damaged', accept: false, reason };
}

/** The first of these comprises the others. */
const BY_WEIGHT: readonly FetchReason[] = ['asked', 'due', 'announced', 'damaged'];

/** One request for two that wait. */
export function bothRequests(one: RepoRequest, other: RepoRequest | null): RepoRequest {
  if (other === null) return one;
  return {
    force: one.force || other.force,
    accept: one.accept || other.accept,
    reason: BY_WEIGHT.find((reason) => one.reason === reason || other.reason === reason) ?? one.reason,
  };
}
