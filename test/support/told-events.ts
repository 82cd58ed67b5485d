/** Writes down what an observer is told. */
import { type EngineObserver, NO_OBSERVER } from '../../src/platform/base/observer.ts';

export type ToldEvent = readonly [method: string, ...args: unknown[]];

export interface EventList {
  readonly observer: EngineObserver;
  /** All calls so far. */
  readonly told: readonly ToldEvent[];
}

/** Listen with a list. */
export function listEvents(): EventList {
  const told: ToldEvent[] = [];
  const methods = Object.keys(NO_OBSERVER).map((method) => [
    method,
    (...args: unknown[]) => told.push([method, ...args]),
  ]);
  return { observer: Object.fromEntries(methods) as EngineObserver, told };
}

/** The arguments of the calls of one method, in order. */
export function argumentsOf(told: readonly ToldEvent[], method: string): unknown[][] {
  return told.filter(([name]) => name === method).map(([, ...args]) => args);
}
