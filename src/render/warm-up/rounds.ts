/**
 * A worker does work like that of devices before its first job, so that no device waits for code that runs for the first
 * time. Nothing of it is kept, logged or counted.
 */
import { monotonicMs } from '../../base/clock.ts';
import { keepCompiledCode } from '../../base/code-cache.ts';
import { LIMITS } from '../../base/limits.ts';

/** Do one round of work after the other, the first in any case, until the time is over. @returns how many */
export async function warmUpRounds(round: (number: number) => unknown): Promise<number> {
  const endMs = monotonicMs() + LIMITS.warmUpMs;
  let rounds = 0;
  do {
    await round(rounds);
    rounds += 1;
  } while (rounds < LIMITS.warmUpRounds && monotonicMs() < endMs);
  // A worker may never end by itself.
  keepCompiledCode();
  return rounds;
}
