/**
 * Lets a compose job that computes for long pause again and again, so that others come to their turn. Script and
 * template call it from their innermost loops.
 */
import { tellCpu } from './beat.ts';

/** A job that has computed for so long asks for another turn. Quick screens never do. */
const TURN_MS = 100;

export interface PacerOptions {
  readonly beat: SharedArrayBuffer;
  /** The processor's time of this thread in ms; null where nobody knows, and then the time that passes counts. */
  readonly threadCpuMs: () => number | null;
  /** Waits until the job may go on. @throws what ends the job */
  readonly askForTurn: () => void;
}

export class Pacer {
  readonly #options: PacerOptions;
  readonly #startCpuMs: number | null;
  readonly #startMs = performance.now();
  #waitedMs = 0;
  #turnEndCpuMs = TURN_MS;
  #lookMs = this.#startMs + TURN_MS;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#startCpuMs = options.threadCpuMs();
    this.tell();
  }

  /** Time that the job has computed. */
  get cpuMs(): number {
    const now = this.#options.threadCpuMs();
    if (now !== null && this.#startCpuMs !== null) return now - this.#startCpuMs;
    return performance.now() - this.#startMs - this.#waitedMs;
  }

  /** Let the main thread know what the job has used. */
  tell(): void {
    tellCpu(this.#options.beat, this.cpuMs);
  }

  /** Do something that is no computing, such as waiting for an answer. */
  waiting<T>(wait: () => T): T {
    this.tell();
    const start = performance.now();
    try {
      return wait();
    } finally {
      this.#waitedMs += performance.now() - start;
    }
  }

  /**
   * Wait for another turn if this one is over; cheap if not. Returns how long it waited, in ms.
   * @throws what ends the job
   */
  pause(): number {
    const nowMs = performance.now();
    if (nowMs < this.#lookMs) return 0;
    // A processor's time never passes faster than the clock's.
    const leftMs = this.#turnEndCpuMs - this.cpuMs;
    this.#lookMs = nowMs + Math.max(leftMs, 0);
    if (leftMs > 0) return 0;
    this.waiting(this.#options.askForTurn);
    this.#turnEndCpuMs = this.cpuMs + TURN_MS;
    this.#lookMs = performance.now() + TURN_MS;
    return performance.now() - nowMs;
  }
}
