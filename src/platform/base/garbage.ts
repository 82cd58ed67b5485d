/** How much garbage V8 keeps: left alone, it lets a heap grow to twice what is in use, and keeps the leftovers of a start. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * A heap is collected when it has grown by so much of what was in use. V8 lets it double and more; collections run mostly
 * beside the thread that they are for.
 */
const HEAP_GROWTH_PERCENT = 30;

let collect: (() => void) | null = null;

/** Collect all garbage of the calling thread, which takes some tens of milliseconds, and give its memory back. */
export function collectGarbage(): void {
  collect ??= findCollector();
  collect();
}

/** How often the flag is set for a context that should have the function. */
const TRIES = 100;

/**
 * V8 offers the function only to contexts that are made while the flag is set. Flags are those of the whole process:
 * another thread that does the same may clear this one too soon, and then it is set once more.
 */
function findCollector(): () => void {
  for (let tries = 0; tries < TRIES; tries += 1) {
    setFlagsFromString('--expose-gc');
    const collector: unknown = runInNewContext('globalThis.gc');
    setFlagsFromString('--no-expose-gc');
    if (typeof collector === 'function') return collector as () => void;
  }
  // Whoever asks for a collection can do without.
  return () => {};
}

/** Collect earlier from now on, in all threads. It costs little, as most of a collection runs beside them. */
export function keepHeapsSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}
