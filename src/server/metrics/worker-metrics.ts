/** Threads and processes that ended before their time. */
import type { EngineEvents, WorkerKind, WorkerLoss } from '../../domain/engine-events.ts';
import type { Instruments } from './instruments.ts';

const KINDS: readonly WorkerKind[] = ['compose', 'raster', 'image', 'check'];
const LOSSES: readonly WorkerLoss[] = ['deadline', 'memory', 'crash'];

/** Register what is counted of workers. */
export function workerMetrics(instruments: Instruments, events: EngineEvents): void {
  const lost = instruments.counter(
    'workers_lost_total',
    'Threads and processes that were ended before their time, or ended by themselves, by the reason',
    ['worker', 'reason'],
  );
  // From zero, so that the first loss is an increase.
  for (const worker of KINDS) for (const reason of LOSSES) lost.inc({ worker, reason }, 0);
  lost.inc({ worker: 'compose', reason: 'cpu_limit' }, 0);
  events.on('workerLost', (worker, reason) => lost.inc({ worker, reason }));
}
