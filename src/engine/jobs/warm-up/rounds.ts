/**
 * A worker does work like that of devices before its first job, so that no device waits for code that runs for the first
 * time. Nothing of it is kept, logged or counted. It ends when a job waits: that job is served sooner without it.
 */
import { monotonicMs } from '../../../platform/base/clock.ts';
import { keepCompiledCode } from '../../../platform/base/code-cache.ts';
import { collectGarbage } from '../../../platform/base/garbage.ts';

/**
 * What a worker does before its first job: so much that its first pictures take what later ones take, and so little that
 * all workers of a small machine are ready within 1.5 s.
 */
const WARM_UP_MS = 200;
export const WARM_UP_ROUNDS = 20;

/** True while no job waits for a worker. */
export type IsQuiet = () => boolean;

/** Whether the number of waiting jobs that a pool shares with its threads is zero. */
export function quietBy(waiting: SharedArrayBuffer): IsQuiet {
  const cells = new Int32Array(waiting);
  return () => Atomics.load(cells, 0) === 0;
}

/** Do one round of work after the other until the time is over or a job waits. @returns how many */
export async function warmUpRounds(
  round: (number: number) => unknown,
  isQuiet: IsQuiet = () => true,
): Promise<number> {
  const endMs = monotonicMs() + WARM_UP_MS;
  let rounds = 0;
  while (rounds < WARM_UP_ROUNDS && monotonicMs() < endMs && isQuiet()) {
    await round(rounds);
    rounds += 1;
  }
  // Most workers are killed in the end.
  if (rounds > 0) keepCompiledCode();
  if (rounds > 0) collectGarbage();
  return rounds;
}
