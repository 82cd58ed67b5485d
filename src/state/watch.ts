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
