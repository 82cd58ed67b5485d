/** Where a repo stands when a server neither asks the git server nor follows another one for now. */
import type { RepoEntry, ServedCheckout } from '../fetch-run.ts';
import { isMutable, type RepoStanding, standingAfter } from '../repo-standing.ts';
import { REPO_RETRY_MAX_MS } from '../schedule.ts';
import type { RepoRecord } from './repo-record.ts';

/** The standing before, to be tried again. @param failures with one it is tried soon, without at the usual time */
export function postponed(entry: RepoEntry, before: RepoStanding, failures: 0 | 1): RepoStanding {
  const attempt = { atMs: Date.now(), failures, final: false, mutable: isMutable(entry) };
  return { ...before, attempt };
}

/** The standing after a fetch that has found the commit in use. */
export function withoutProblems(entry: RepoEntry, served: ServedCheckout | null): RepoStanding {
  return postponed(entry, { served, error: null, refused: null, attempt: null }, 0);
}

/** A failure that is not written down for others, to be tried again soon. */
export function failed(entry: RepoEntry, before: RepoStanding, message: string): RepoStanding {
  const outcome = { kind: 'failed', message, final: false, refused: null } as const;
  return standingAfter(entry, { ...before, attempt: null }, outcome, Date.now());
}

/** True while some server writes this record at its usual times. */
export function isTended(record: RepoRecord | null, refreshSeconds: number): boolean {
  if (record === null) return false;
  const periodMs = refreshSeconds > 0 ? refreshSeconds * 1000 : REPO_RETRY_MAX_MS;
  return Date.now() - record.attempt.atMs < 2 * periodMs;
}
