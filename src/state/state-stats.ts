/** Counts the calls of the state store, for metrics. */
import type { StateObserver } from './watch.ts';

/** What there is to tell of one method. */
export interface MethodStats {
  done: number;
  failed: number;
  seconds: number;
}

export class StateStats implements StateObserver {
  readonly methods = new Map<string, MethodStats>();
  isUp = true;

  stateCalled(method: string, seconds: number, isDone: boolean): void {
    const stats = this.methods.get(method) ?? { done: 0, failed: 0, seconds: 0 };
    this.methods.set(method, stats);
    stats.seconds += seconds;
    if (isDone) stats.done += 1;
    else stats.failed += 1;
  }

  stateChanged(isUp: boolean): void {
    this.isUp = isUp;
  }
}
