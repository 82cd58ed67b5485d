/** The public state of a screen repo. */
import type { PinKind } from '../../domain/repo-pin.ts';

/**
 * `fetching`: a fetch is running or waiting. `offline`: the last one failed or its commit was held back, and an earlier
 * commit is in use. `error`: it failed, and no commit is in use.
 */
export const REPO_STATUSES = ['ready', 'fetching', 'offline', 'error'] as const;

export type RepoStatus = (typeof REPO_STATUSES)[number];

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
