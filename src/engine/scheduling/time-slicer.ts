/**
 * Makes a compose job that computes for long pause again and again, so that others get their turn. Script and template
 * call it from their innermost loops.
 */
import type { ScriptClock } from './script-clock.ts';

/** CPU time after which a job asks for another turn. Quick screens never get there. */
const SLICE_MS = 100;

interface TimeSlicerOptions {
  readonly clock: ScriptClock;
  /** CPU time of this thread in ms; null where the system does not tell, and then elapsed time counts. */
  readonly threadCpuMs: () => number | null;
  /** Blocks until the job may go on. @throws what ends the job */
  readonly askForTurn: () => void;
}

export class TimeSlicer {
  readonly #options: TimeSlicerOptions;
  readonly #startCpuMs: number | null;
  readonly #startMs = performance.now();
  #waitedMs = 0;
  #sliceEndCpuMs = SLICE_MS;
  /** The slice cannot be over before this time. */
  #checkMs = this.#startMs + SLICE_MS;

  constructor(options: TimeSlicerOptions) {
    this.#options = options;
    this.#startCpuMs = options.threadCpuMs();
    this.report();
  }

  /** Time that the job has computed. */
  get cpuMs(): number {
    const now = this.#options.threadCpuMs();
    if (now !== null && this.#startCpuMs !== null) return now - this.#startCpuMs;
    return performance.now() - this.#startMs - this.#waitedMs;
  }

  /** Let the main thread know how much the job has computed. */
  report(): void {
    this.#options.clock.cpuMs = this.cpuMs;
  }

  /** Do something that is not computing, such as waiting for an answer. */
  waiting<T>(wait: () => T): T {
    this.report();
    const start = performance.now();
    try {
      return wait();
    } finally {
      this.#waitedMs += performance.now() - start;
    }
  }

  /**
   * Wait for another turn if this slice is used up; cheap if not. Returns how long it waited, in ms.
   * @throws what ends the job
   */
  pause(): number {
    const nowMs = performance.now();
    if (nowMs < this.#checkMs) return 0;
    // CPU time never passes faster than the clock.
    const leftMs = this.#sliceEndCpuMs - this.cpuMs;
    this.#checkMs = nowMs + Math.max(leftMs, 0);
    if (leftMs > 0) return 0;
    this.waiting(this.#options.askForTurn);
    this.#sliceEndCpuMs = this.cpuMs + SLICE_MS;
    this.#checkMs = performance.now() + SLICE_MS;
    return performance.now() - nowMs;
  }
}
