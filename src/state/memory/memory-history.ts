/** The history of devices in memory: for a server without a state store. */
import { localHistory } from '../local/local-journals.ts';
import type { HistoryState } from '../state.ts';
import { watchFor } from '../watch.ts';
import { MemoryBacking } from './memory-backing.ts';

export function memoryHistory(): HistoryState {
  return localHistory(new MemoryBacking(Date.now), watchFor(null));
}
