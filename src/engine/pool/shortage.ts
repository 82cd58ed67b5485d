/**
 * Says when a pool has too few processes. One that draws costs some 40 MB and a quarter of a second of a core to load, so two
 * pictures that meet by chance are no reason for another.
 */
import { monotonicMs } from '../../platform/base/clock.ts';

/**
 * So long have jobs waited, within about a second, when there are too few processes: at least, and as long as another one
 * takes to load, which is longer on a small machine, where all else is slower, too.
 */
const TOO_LONG_MS = 100;
/** Waits are forgotten with this time constant. */
const MEMORY_MS = 1_000;

export class Shortage {
  #tooLongMs = TOO_LONG_MS;
  #waitedMs = 0;
  #notedMs = monotonicMs();
  #relievedMs = 0;

  /** A job is through. @param sinceMs when it began to wait */
  note(sinceMs: number): void {
    const nowMs = monotonicMs();
    this.#waitedMs = this.#remembered(nowMs) + this.#waitOf(sinceMs, nowMs);
    this.#notedMs = nowMs;
  }

  /** There is one more process, which took so long to load: what was waited before says nothing of now. */
  relieve(loadMs: number): void {
    this.#tooLongMs = Math.max(TOO_LONG_MS, loadMs);
    this.#waitedMs = 0;
    this.#relievedMs = monotonicMs();
  }

  /**
   * How long the oldest of the waiting jobs may wait on, in milliseconds, before there are too few processes.
   * @param sinceMs when it began to wait
   */
  leftMs(sinceMs: number): number {
    const nowMs = monotonicMs();
    return Math.max(this.#tooLongMs - this.#remembered(nowMs) - this.#waitOf(sinceMs, nowMs), 0);
  }

  #waitOf(sinceMs: number, nowMs: number): number {
    return nowMs - Math.max(sinceMs, this.#relievedMs);
  }

  #remembered(nowMs: number): number {
    return this.#waitedMs * Math.exp((this.#notedMs - nowMs) / MEMORY_MS);
  }
}
