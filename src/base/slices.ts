/** Long work of the main thread in slices, so that devices are answered in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TEXT_LIMITS } from './text-limits.ts';

/** Work that stops from time to time: its author writes `yield` where it may stop, at least every millisecond or so. */
export type Slices<T> = Generator<undefined, T, undefined>;

/** Do it at once: at the start, in commands, and in processes where nobody waits. */
export function runAtOnce<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Do it in slices of some milliseconds, between which everything else gets its turn. */
export async function runInSlices<T>(work: Slices<T>, sliceMs: number = TEXT_LIMITS.sliceMs): Promise<T> {
  let begin = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - begin < sliceMs) continue;
    await nextTurn();
    begin = performance.now();
  }
}
