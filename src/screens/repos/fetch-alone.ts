/** A fetch by a server that shares its repos with nobody. */
import type { Logger } from '../../platform/base/logger.ts';
import type { Outcome, RepoParts, RunJob } from './fetch-run.ts';
import { type DoFetch, standingAfter } from './repo-standing.ts';

/** Runs one fetch with what all repos share. */
export type RunFetch = (job: RunJob, signal: AbortSignal) => Promise<Outcome>;

/** Loaded for the first fetch: most servers have no repos, and those that have start from the cache. */
export function lateFetch(parts: RepoParts): RunFetch {
  return async (job, signal) => (await import('./fetch-run.ts')).runFetch(job, parts, signal);
}

/** Fetches for this server alone. */
export function fetchAlone(run: RunFetch, log: Logger): DoFetch {
  return async ({ entry, before, request }, signal) => {
    const { served, refused } = before;
    const outcome = await run({ entry, served, refused, request }, signal);
    if (outcome.kind === 'aborted') return null;
    logFailure(entry.handle, outcome, log);
    return standingAfter(entry, before, outcome, Date.now());
  };
}

/** Tell the operator why a repo was not updated. */
export function logFailure(handle: string, outcome: Outcome, log: Logger): void {
  if (outcome.kind !== 'failed') return;
  const { message: reason, detail } = outcome;
  log.warn(detail === undefined ? { handle, reason } : { handle, reason, detail }, 'screen repo not updated');
}
