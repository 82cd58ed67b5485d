/**
 * Waiting for an engine that may never answer. The `timeout` of commands of `@redis/client` ends when a command is written: the
 * one that a stopped server does not answer waits for ever (6.3.1, tried).
 */

import { monotonicMs } from '../../platform/base/clock.ts';

/** It was not there in time. */
export class LateError extends Error {}

/** A timer that is late by more than this tells that this process was busy, not the engine. */
const BUSY_MS = 20;
/** How often the time begins anew for that: a process that is always busy must come to an end, too. */
const MOST_TRIES = 4;

/**
 * Wait for a promise, but not longer than some milliseconds. Time in which this process could not read does not count: an
 * answer may have come meanwhile.
 */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let dueMs = monotonicMs() + ms;
    let tries = 1;
    const late = (): void => reject(new LateError(`no answer within ${ms} ms`));
    const look = (): void => {
      const nowMs = monotonicMs();
      const wasBusy = nowMs - dueMs > BUSY_MS && tries++ < MOST_TRIES;
      dueMs = nowMs + ms;
      timer = wasBusy ? setTimeout(look, ms) : undefined;
      // What lies in the socket is read before that.
      if (!wasBusy) setImmediate(late);
    };
    let timer: NodeJS.Timeout | undefined = setTimeout(look, ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
