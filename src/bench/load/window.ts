/** What happens to the wakes that are due in a span of time. */
import type { RecordableHistogram } from 'node:perf_hooks';
import { percentileMs, recordMs, timeHistogram } from './time-histogram.ts';

/** How a wake ended: with all its calls, with a 429, or with an error. */
export type WakeEnd = 'served' | 'held' | 'failed';

export class Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly cycles: RecordableHistogram = timeHistogram(2);
  offered = 0;
  served = 0;
  held = 0;
  errors = 0;
  /** Wakes that had ended when the span was over. */
  endedInside = 0;

  constructor(fromMs: number, toMs: number) {
    this.fromMs = fromMs;
    this.toMs = toMs;
  }

  covers(dueMs: number): boolean {
    return dueMs >= this.fromMs && dueMs < this.toMs;
  }

  end(dueMs: number, tookMs: number, how: WakeEnd): void {
    if (dueMs + tookMs <= this.toMs) this.endedInside += 1;
    if (how === 'held') this.held += 1;
    if (how !== 'served') return;
    this.served += 1;
    recordMs(this.cycles, tookMs);
  }

  /** Time of whole wakes; null while none was served. */
  percentile(percentile: number): number | null {
    return percentileMs(this.cycles, percentile);
  }
}
