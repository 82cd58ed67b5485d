/** What only who holds a lease may write, in memory: for a server without a state store. */
import { localLeases, localRecords } from '../local/local-servers.ts';
import type { State } from '../state.ts';
import { watchFor } from '../watch.ts';
import { MemoryBacking } from './memory-backing.ts';

export function memoryAlerts(): Pick<State, 'alerts' | 'leases'> {
  const backing = new MemoryBacking(Date.now);
  const watch = watchFor(null);
  return { alerts: localRecords(backing, watch, 'alerts'), leases: localLeases(backing, watch) };
}
