/** Counts what is asked of an engine, and how long it takes. */
import { monotonicMs } from '../platform/base/clock.ts';

export interface StateObserver {
  /** A method was done. @param method  such as `devices.claim` */
  stateCalled(method: string, seconds: number, isDone: boolean): void;
  stateChanged(isUp: boolean): void;
}

/** Runs the work of methods under the eyes of an observer. */
export type MethodTimer = <T>(method: string, work: () => T | Promise<T>) => Promise<T>;

/** Without an observer nothing is measured. */
export function methodTimer(observer: StateObserver | null): MethodTimer {
  if (observer === null) return async (_method, work) => work();
  return async (method, work) => {
    const startMs = monotonicMs();
    let isDone = false;
    try {
      const value = await work();
      isDone = true;
      return value;
    } finally {
      observer.stateCalled(method, (monotonicMs() - startMs) / 1000, isDone);
    }
  };
}

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
