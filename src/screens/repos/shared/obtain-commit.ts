/** Fetches a commit that was chosen before: by another server, or by this one at an earlier time. */
import type { Logger } from '../../../platform/base/logger.ts';
import { logFailure, type RunFetch } from '../fetch-alone.ts';
import type { Outcome, RepoEntry, RunJob, ServedCheckout } from '../fetch-run.ts';
import type { FetchTask } from '../repo-standing.ts';
import type { ServedState } from '../served-state.ts';

/** The commit of another server, which is of the same repository. Nothing is fetched when it is in use. */
export async function obtainCommit(
  entry: RepoEntry,
  served: ServedCheckout | null,
  commit: ServedState,
  request: RunJob['request'],
  run: RunFetch,
  signal: AbortSignal,
): Promise<Outcome> {
  if (served !== null && served.sha === commit.sha && served.repo === commit.repo && !request.force) {
    const { checkout, screenCount } = served;
    return { kind: 'taken', served: { ...commit, screenCount, checkout } };
  }
  const pinned = { ...entry, pin: commit.sha };
  const outcome = await run({ entry: pinned, served, refused: null, request }, signal);
  if (outcome.kind === 'failed') {
    const message = `commit ${commit.sha.slice(0, 12)}, which the other servers use, cannot be had: ${outcome.message}`;
    return { ...outcome, message };
  }
  if (outcome.kind === 'aborted') return outcome;
  const { checkout, screenCount } = outcome.served;
  return { kind: 'taken', served: { ...commit, screenCount, checkout } };
}

/** Complete the files of the commit in use, which stays in use: no other server has to know. */
export async function repairCommit(
  { entry, before: { served } }: FetchTask,
  run: RunFetch,
  signal: AbortSignal,
  log: Logger,
): Promise<null> {
  // Another repository has another token; a fetch for it is under way.
  if (served === null || served.repo !== entry.repo) return null;
  const request = { force: true, accept: true };
  const outcome = await run({ entry: { ...entry, pin: served.sha }, served, refused: null, request }, signal);
  logFailure(entry.handle, outcome, log);
  return null;
}
