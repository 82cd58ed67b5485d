/** The public state of a screen repo. */
import type { PinKind } from '../../domain/repo-pin.ts';
import type { ScreenSource } from '../sources/source.ts';
import type { RepoEntry } from './fetch-run.ts';
import type { RepoStanding } from './repo-standing.ts';

/**
 * `fetching`: a fetch is running or waiting. `offline`: the last one failed or its commit was held back, and an earlier
 * commit is in use. `error`: it failed, and no commit is in use.
 */
export const REPO_STATUSES = ['ready', 'fetching', 'offline', 'error'] as const;

type RepoStatus = (typeof REPO_STATUSES)[number];

export interface RepoInfo {
  readonly handle: string;
  readonly repo: string | null;
  readonly pin: string | null;
  /** True when there is no repository behind the handle. */
  readonly builtin: boolean;
  readonly tokenSet: boolean;
  /** Screens that can be assigned now. */
  readonly screenCount: number;
  readonly status: RepoStatus;
  /** How the commit in use was found. */
  readonly pinKind: PinKind | null;
  /** The commit in use. */
  readonly resolvedSha: string | null;
  /** RFC 3339. */
  readonly lastFetched: string | null;
  /** Why the last fetch failed. Without secrets. */
  readonly error: string | null;
}

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
