/** The history of devices, and the audit trail, in memory: for a server without a state store. */
import { localHistory, localJournal } from '../local/local-journals.ts';
import type { HistoryState, JournalState } from '../state.ts';
import { watchFor } from '../watch.ts';
import { MemoryBacking } from './memory-backing.ts';

export function memoryHistory(): HistoryState {
  return localHistory(new MemoryBacking(Date.now), watchFor(null));
}

export function memoryAudit(): JournalState {
  return localJournal(new MemoryBacking(Date.now), watchFor(null), 'audit');
}
