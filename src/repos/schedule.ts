/** When a repo is fetched again by itself. */
import { LIMITS } from '../base/limits.ts';

/** What the next fetch depends on. */
export interface Attempt {
  readonly atMs: number;
  /** Failed ones in a row; 0 after a success. */
  readonly failures: number;
  /** Another attempt would end the same: only a new commit helps, or nothing. */
  readonly final: boolean;
  /** A tag or branch, which can move. */
  readonly mutable: boolean;
}

/** Longest delay that `setTimeout` takes. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Time until the next fetch, with up to a tenth more or less of chance, so that many servers and repos do not ask at
 * the same moment. Null when there is none.
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
  // A clock that was set back must not put it off for longer than the period.
  return Math.min(Math.max(attempt.atMs + spreadMs - nowMs, 0), spreadMs, MAX_DELAY_MS);

  function refreshMs(): number | null {
    return attempt.mutable && intervalSeconds > 0 ? intervalSeconds * 1000 : null;
  }
}

function retryMs(failures: number): number {
  return Math.min(LIMITS.repoRetryMinMs * 2 ** (failures - 1), LIMITS.repoRetryMaxMs);
}
