/** What is pushed, in memory: for a server without a state store. */
import { localPushes } from '../local/local-pushes.ts';
import type { State } from '../state.ts';
import { watchFor } from '../watch.ts';
import { MemoryBacking } from './memory-backing.ts';

export function memoryPushes(): Pick<State, 'pushedPictures' | 'pushedData'> {
  const backing = new MemoryBacking(Date.now);
  const watch = watchFor(null);
  return {
    pushedPictures: localPushes(backing, watch, 'pushedPictures'),
    pushedData: localPushes(backing, watch, 'pushedData'),
  };
}
