/** When a repo is fetched again automatically. */

/** Wait after a failed fetch, doubled with each further one. */
const REPO_RETRY_MIN_MS = 30_000;
export const REPO_RETRY_MAX_MS = 3_600_000;

/** The last attempt, on which the next fetch depends. */
export interface Attempt {
  readonly atMs: number;
  /** Consecutive failures; 0 after a success. */
  readonly failures: number;
  /** Another attempt would fail in the same way unless there is a new commit. */
  readonly final: boolean;
  /** A tag or branch, which can move. */
  readonly mutable: boolean;
}

/** Longest delay that `setTimeout` takes. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Time until the next fetch, varied by up to a tenth, so that many servers and repos do not ask at the same moment.
 * Null when no fetch is planned.
 * @param intervalSeconds between fetches of what can move; 0 for never
 * @param chance          0 up to 1
 */
export function delayToNext(
  attempt: Attempt,
  intervalSeconds: number,
  nowMs: number,
  chance: number,
): number | null {
  const periodMs = attempt.failures > 0 && !attempt.final ? retryMs(attempt.failures) : refreshMs();
  if (periodMs === null) return null;
  const spreadMs = periodMs * (0.9 + 0.2 * chance);
  // A clock that was set back must not delay the fetch for longer than the period.
  return Math.min(Math.max(attempt.atMs + spreadMs - nowMs, 0), spreadMs, MAX_DELAY_MS);

  function refreshMs(): number | null {
    return attempt.mutable && intervalSeconds > 0 ? intervalSeconds * 1000 : null;
  }
}

function retryMs(failures: number): number {
  return Math.min(REPO_RETRY_MIN_MS * 2 ** (failures - 1), REPO_RETRY_MAX_MS);
}
