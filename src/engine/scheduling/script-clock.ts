/**
 * The clock of a compose job: a few integers that its worker and the main thread share. The main thread reads from it,
 * without a message, how long a script has been computing, and wakes the worker through it when an answer is there.
 */
import { monotonicMs } from '../../platform/base/clock.ts';
import { type Deadline, leftMs } from '../../platform/base/deadline.ts';

/** Index of each integer. */
const CELL = {
  /** 1 while the script runs, else 0. */
  inScript: 0,
  /** When the script started, in ms of the monotonic clock, modulo 2^31. */
  startedMs: 1,
  /** Time that the script has waited for answers so far, in ms. */
  waitedMs: 2,
  /** One of `STATE`. */
  state: 3,
  /** CPU time of the job in ms, as last reported. */
  cpuMs: 4,
} as const;

const STATE = {
  /** The worker waits for an answer. */
  waiting: 0,
  /** The answer is there; the worker has yet to wake up and count how long it waited. */
  answered: 1,
  computing: 2,
} as const;

const BYTES = Object.keys(CELL).length * Int32Array.BYTES_PER_ELEMENT;
const WRAP = 2 ** 31;

export class ScriptClock {
  /** What both threads share. */
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array<SharedArrayBuffer>;

  /** @param memory of the same clock in the other thread; absent for a new clock, which stands at zero */
  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(BYTES)) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
  }

  /** The worker starts a script. */
  start(): void {
    Atomics.store(this.#cells, CELL.startedMs, nowMs());
    Atomics.store(this.#cells, CELL.waitedMs, 0);
    Atomics.store(this.#cells, CELL.state, STATE.computing);
    Atomics.store(this.#cells, CELL.inScript, 1);
  }

  /** The script has ended. */
  stop(): void {
    Atomics.store(this.#cells, CELL.inScript, 0);
  }

  /** The worker is about to ask for something. */
  beginWait(): void {
    Atomics.store(this.#cells, CELL.state, STATE.waiting);
  }

  /** Block the worker until the main thread wakes it. False when the deadline comes first. */
  sleep(deadline: Deadline): boolean {
    return Atomics.wait(this.#cells, CELL.state, STATE.waiting, leftMs(deadline)) !== 'timed-out';
  }

  /** The worker computes again, after so long a wait. */
  endWait(waitedMs: number): void {
    Atomics.add(this.#cells, CELL.waitedMs, Math.round(waitedMs));
    Atomics.store(this.#cells, CELL.state, STATE.computing);
  }

  /** Wake the worker, if it waits. */
  wake(): void {
    Atomics.compareExchange(this.#cells, CELL.state, STATE.waiting, STATE.answered);
    Atomics.notify(this.#cells, CELL.state);
  }

  /** Time in ms that the script has been computing, not waiting. Zero while it waits or does not run. */
  get computingMs(): number {
    if (Atomics.load(this.#cells, CELL.inScript) === 0) return 0;
    if (Atomics.load(this.#cells, CELL.state) !== STATE.computing) return 0;
    const elapsedMs = (nowMs() - Atomics.load(this.#cells, CELL.startedMs) + WRAP) % WRAP;
    return elapsedMs - Atomics.load(this.#cells, CELL.waitedMs);
  }

  /** CPU time of the job in ms, as its worker reported it last. */
  get cpuMs(): number {
    return Atomics.load(this.#cells, CELL.cpuMs);
  }

  set cpuMs(ms: number) {
    Atomics.store(this.#cells, CELL.cpuMs, Math.round(ms));
  }
}

function nowMs(): number {
  return Math.trunc(monotonicMs()) % WRAP;
}
