/** What is said of a repo: to the catalogue of screens, and to admins. */
import type { ScreenSource } from '../sources/source.ts';
import type { RepoEntry } from './fetch-run.ts';
import type { RepoInfo, RepoStatus } from './repo-info.ts';
import type { RepoStanding } from './repo-standing.ts';

/** The source of the screens of a repo. */
export function repoSource(entry: RepoEntry, standing: RepoStanding): ScreenSource {
  const { handle, allowPrivateNetwork } = entry;
  const { served } = standing;
  const roots = served?.checkout.roots ?? [];
  const source = { handle, roots, allowPrivateNetwork, problem: problemOf(entry, standing) };
  return served === null ? source : { ...source, manifest: served.checkout.manifest };
}

/** The public state of a repo. */
export function infoOf(entry: RepoEntry, standing: RepoStanding, isFetching: boolean): RepoInfo {
  const { handle, repo, pin, tokenSet } = entry;
  const { served, error } = standing;
  return {
    handle,
    repo,
    pin,
    builtin: repo === null,
    tokenSet,
    screenCount: served?.screenCount ?? 0,
    status: statusOf(entry, standing, isFetching),
    pinKind: served?.pinKind ?? null,
    resolvedSha: served?.sha ?? null,
    lastFetched: served?.lastFetched ?? null,
    error,
  };
}

function statusOf({ repo }: RepoEntry, { served, error }: RepoStanding, isFetching: boolean): RepoStatus {
  if (repo === null) return 'ready';
  if (isFetching) return 'fetching';
  if (error === null && served !== null) return 'ready';
  return served === null ? 'error' : 'offline';
}

/** Why no commit is in use; null when one is. */
function problemOf({ repo }: RepoEntry, { served, error }: RepoStanding): string | null {
  if (repo === null) return 'there is no repository behind this handle';
  if (served !== null) return null;
  if (error !== null) return `its repository could not be fetched: ${error}`;
  return 'its repository is being fetched';
}
