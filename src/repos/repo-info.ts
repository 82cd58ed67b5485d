/** What is said about a screen repo. */
import type { PinKind } from '../domain/repo-pin.ts';

/**
 * `fetching`: a fetch runs or waits for its turn. `offline`: the last one failed, or its commit was held back, and an
 * earlier commit serves. `error`: it failed, and nothing serves.
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
  /** What the commit that serves was found by. */
  readonly pinKind: PinKind | null;
  /** The commit that serves. */
  readonly resolvedSha: string | null;
  /** RFC 3339. */
  readonly lastFetched: string | null;
  /** Why the last fetch brought nothing. Without secrets. */
  readonly error: string | null;
}
