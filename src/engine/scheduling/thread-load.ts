/** Tells whether this thread is busy: work that nobody waits for should then take no processor. */
import { performance } from 'node:perf_hooks';

/** The part of its time that a busy thread works. A thread that serves one device after the other stays below. */
const BUSY_PART = 2 / 3;
/** The shortest time that says something: within one call the thread always works. */
const WINDOW_MS = 10;

export class ThreadLoad {
  #before = performance.eventLoopUtilization();
  #beforeMs = performance.now();
  #isBusy = false;

  /** Judges the time since the last question; within a window, the answer stays as it was. */
  get isBusy(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#beforeMs < WINDOW_MS) return this.#isBusy;
    const now = performance.eventLoopUtilization();
    this.#isBusy = performance.eventLoopUtilization(now, this.#before).utilization > BUSY_PART;
    this.#before = now;
    this.#beforeMs = nowMs;
    return this.#isBusy;
  }
}
