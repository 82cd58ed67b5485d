/** The time limits of one run: how much it may compute, and how long it may take. */

/** On an overloaded machine a script may take this many times its CPU time in elapsed time. */
const STARVED_FACTOR = 2;

export interface TimeLimitsOptions {
  /** Most time that the run may compute, in ms. */
  readonly cpuMs: number;
  /** Most elapsed time, in ms, waiting included. */
  readonly wallMs: number;
}

export class TimeLimits {
  readonly #limits: TimeLimitsOptions;
  readonly #threadCpuMs: () => number | null;
  readonly #startMs = performance.now();
  readonly #startCpuMs: number | null;
  #waitedMs = 0;
  #overrun: string | null = null;

  /** @param threadCpuMs  CPU time of this thread in ms; null where the system does not tell, and then elapsed time counts */
  constructor(limits: TimeLimitsOptions, threadCpuMs: () => number | null) {
    this.#limits = limits;
    this.#threadCpuMs = threadCpuMs;
    this.#startCpuMs = threadCpuMs();
  }

  /** Milliseconds since the start, without those that were spent waiting. */
  get cpuMs(): number {
    return performance.now() - this.#startMs - this.#waitedMs;
  }

  /** Milliseconds that are left of the elapsed time. */
  get leftMs(): number {
    return this.#limits.wallMs - (performance.now() - this.#startMs);
  }

  /** Wait for something by `work`. The time of waiting is not CPU time. */
  waiting<T>(work: () => T): T {
    const start = performance.now();
    const result = work();
    this.addWait(performance.now() - start);
    return result;
  }

  /** Count time that was spent waiting. */
  addWait(ms: number): void {
    this.#waitedMs += ms;
  }

  /** The reason why the run must end, or null. Once there is one, it stays. */
  passed(): string | null {
    const { cpuMs, wallMs } = this.#limits;
    if (this.#overrun !== null) return this.#overrun;
    if (this.#isUsedUp(cpuMs)) this.#overrun = `the script used more than ${cpuMs / 1000} s of CPU time`;
    else if (this.leftMs < 0)
      this.#overrun = `the script took longer than ${Math.round(wallMs / 100) / 10} s`;
    return this.#overrun;
  }

  /**
   * The elapsed time is checked first, as it is cheap to read; then the thread's CPU time, which is fair on a busy
   * machine. Beyond `STARVED_FACTOR` the elapsed time alone counts, since a slow script also blocks its thread for others.
   */
  #isUsedUp(cpuMs: number): boolean {
    const elapsed = this.cpuMs;
    return elapsed > cpuMs && (this.#usedCpuMs() > cpuMs || elapsed > cpuMs * STARVED_FACTOR);
  }

  #usedCpuMs(): number {
    const now = this.#threadCpuMs();
    return now === null || this.#startCpuMs === null ? Number.POSITIVE_INFINITY : now - this.#startCpuMs;
  }
}
