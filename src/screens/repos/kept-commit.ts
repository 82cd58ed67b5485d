/** The commit of a handle in the cache: what a start begins with, and what is kept for the next one. */
import { openCheckout } from './checkout.ts';
import type { RepoEntry, RepoParts, Served } from './fetch-run.ts';
import type { RepoCache } from './repo-cache.ts';
import type { RepoStanding } from './repo-standing.ts';

/** The commit that was in use for this entry, if it is still in the cache. */
export function readKept({ handle, repo, pin }: RepoEntry, cache: RepoCache): Served | null {
  if (repo === null) return null;
  const state = cache.readState(handle, repo, pin);
  const checkout = state === null ? null : openCheckout(cache.commitDir(state.repo, state.sha));
  return state !== null && checkout?.ok ? { ...state, checkout: checkout.value } : null;
}

/** Where a repo stands after a start, with the commit that was kept. */
export function keptStanding(served: Served | null): RepoStanding {
  const attempt =
    served === null
      ? null
      : {
          atMs: Date.parse(served.lastFetched),
          failures: 0,
          final: false,
          mutable: served.pinKind !== 'sha',
        };
  return { served, error: null, refused: null, attempt };
}

/** Keep the state for the next start, and remove commits that nobody uses any more. */
export async function keepCommit(
  { handle, repo, pin }: RepoEntry,
  served: Served,
  { fetcher: { cache }, usedCommits }: Pick<RepoParts, 'fetcher' | 'usedCommits'>,
): Promise<void> {
  if (repo === null) return;
  const { checkout: _, ...state } = served;
  await cache.writeState(handle, repo, pin, state);
  await cache.prune(served.repo, usedCommits(served.repo));
}
