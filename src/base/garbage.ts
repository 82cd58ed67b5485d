/** How much garbage V8 keeps: left alone, it lets a heap grow to twice what is in use, and keeps the leftovers of a start. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MEMORY_LIMITS } from './memory-limits.ts';

let collect: (() => void) | null = null;

/** Collect all garbage of the calling thread, which takes some tens of milliseconds, and give its memory back. */
export function collectGarbage(): void {
  collect ??= findCollector();
  collect();
}

/** V8 offers the function only to contexts that are made while the flag is set. */
function findCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collector = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return collector;
}

/** Collect earlier from now on, in all threads. It costs little, as most of a collection runs beside them. */
export function keepHeapsSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${MEMORY_LIMITS.heapGrowthPercent}`);
}
