/**
 * The beat of a compose job: a few shared integers by which the main thread sees how far a worker is, without a
 * message, and wakes it when an answer is there.
 */
import { monotonicMs } from '../base/clock.ts';

/** Index of each integer. */
export const BEAT = {
  /** 1 while the script runs, else 0. */
  inScript: 0,
  /** When the script started, in ms of the clock that nobody can set, modulo 2^31. */
  startedMs: 1,
  /** Time that the script has waited for answers so far, in ms. */
  waitedMs: 2,
  /** What the job is at: one of `TURN`. */
  turn: 3,
  /** The processor's time of the job in ms, as last told. */
  cpuMs: 4,
} as const;

/** Whose turn it is. The worker sleeps while it is `asked`. */
export const TURN = {
  /** The worker waits for an answer. */
  asked: 0,
  /** The answer is there, and the worker has yet to wake and to count how long it waited. */
  answered: 1,
  computing: 2,
} as const;

const LENGTH = 5;

/** Make a beat, all zero. */
export function createBeat(): SharedArrayBuffer {
  return new SharedArrayBuffer(LENGTH * Int32Array.BYTES_PER_ELEMENT);
}

/** The clock as a beat stores it. */
export function beatNow(): number {
  return Math.trunc(monotonicMs()) % 2 ** 31;
}

/** Time in ms that the script of a job has been computing, not waiting. Zero when it does not run. */
export function computingMs(beat: SharedArrayBuffer): number {
  const view = new Int32Array(beat);
  if (Atomics.load(view, BEAT.inScript) === 0) return 0;
  if (Atomics.load(view, BEAT.turn) !== TURN.computing) return 0;
  const elapsed = (beatNow() - Atomics.load(view, BEAT.startedMs) + 2 ** 31) % 2 ** 31;
  return elapsed - Atomics.load(view, BEAT.waitedMs);
}

/** The processor's time that a job has used, in ms, as its worker told last. */
export function cpuMsOf(beat: SharedArrayBuffer): number {
  return Atomics.load(new Int32Array(beat), BEAT.cpuMs);
}

/** Tell the processor's time that a job has used so far. */
export function tellCpu(beat: SharedArrayBuffer, cpuMs: number): void {
  Atomics.store(new Int32Array(beat), BEAT.cpuMs, Math.round(cpuMs));
}

/** Mark the start of a script. */
export function beatStart(beat: SharedArrayBuffer): void {
  const view = new Int32Array(beat);
  Atomics.store(view, BEAT.startedMs, beatNow());
  Atomics.store(view, BEAT.waitedMs, 0);
  Atomics.store(view, BEAT.turn, TURN.computing);
  Atomics.store(view, BEAT.inScript, 1);
}

/** Mark the end of a script. */
export function beatEnd(beat: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(beat), BEAT.inScript, 0);
}
