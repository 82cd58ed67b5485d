/** Where a repo stands between two fetches, and where a fetch leaves it. */
import { parsePin } from '../../domain/repo-pin.ts';
import type { RefusedCommit } from './fetch-commit.ts';
import type { Outcome, RepoEntry, ServedCheckout } from './fetch-run.ts';
import type { RepoRequest } from './repo-request.ts';
import type { Attempt } from './schedule.ts';

export interface RepoStanding {
  /** The commit in use. */
  readonly served: ServedCheckout | null;
  /** Why the last fetch failed, or its commit was held back. */
  readonly error: string | null;
  readonly refused: RefusedCommit | null;
  readonly attempt: Attempt | null;
}

/** A fetch that is to be done. */
export interface FetchTask {
  readonly entry: RepoEntry;
  readonly before: RepoStanding;
  readonly request: RepoRequest;
}

/** Does a fetch, alone or together with other servers. @returns null when nothing is different */
export type DoFetch = (task: FetchTask, signal: AbortSignal) => Promise<RepoStanding | null>;

/** True when the commit in use was fetched for the entry as it is now. */
export function isServing(
  { repo, pin }: Pick<RepoEntry, 'repo' | 'pin'>,
  served: ServedCheckout | null,
): served is ServedCheckout {
  return served !== null && served.repo === repo && served.pin === pin;
}

/** True when a tag or branch can move the commit of an entry. */
export function isMutable({ pin }: Pick<RepoEntry, 'pin'>): boolean {
  return parsePin(pin)?.kind !== 'sha';
}

/** The standing after a fetch. */
export function standingAfter(
  entry: RepoEntry,
  before: RepoStanding,
  outcome: Exclude<Outcome, { readonly kind: 'aborted' }>,
  atMs: number,
): RepoStanding {
  const mutable = isMutable(entry);
  if (outcome.kind === 'taken') {
    const attempt = { atMs, failures: 0, final: false, mutable };
    return { served: outcome.served, error: null, refused: null, attempt };
  }
  const { message, final, refused } = outcome;
  const failures = 1 + (before.attempt?.failures ?? 0);
  return { served: before.served, error: message, refused, attempt: { atMs, failures, final, mutable } };
}
