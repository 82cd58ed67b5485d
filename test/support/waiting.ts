/** Waiting for what no event tells of. Tests do not sleep: a fixed time is too short on one machine and wasted on another. */
import { setTimeout as sleep } from 'node:timers/promises';

const STEP_MS = 10;
/** What never comes must not hold up the other tests of its file. */
const PATIENCE_MS = 60_000;

type Nothing = false | null | undefined;

/**
 * Look every few milliseconds until there is something. What `look` throws ends the wait.
 * @param what is waited for, for the error
 * @returns the first that is not false, null or undefined
 * @throws {Error} there is nothing within a minute
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what = String(look),
): Promise<Exclude<T, Nothing>> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== false && found !== null && found !== undefined) return found as Exclude<T, Nothing>;
    if (performance.now() > deadlineMs) throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}`);
    await sleep(STEP_MS);
  }
}
