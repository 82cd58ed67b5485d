/**
 * The beat of a compose job: four shared integers by which the main thread sees how far a worker is, without a
 * message, and wakes it when an HTTP answer is there.
 */

/** Index of each integer. */
export const BEAT = {
  /** 1 while the script runs, else 0. */
  inScript: 0,
  /** When the script started, in ms of the wall clock modulo 2^31. */
  startedMs: 1,
  /** Time that the script has waited for HTTP so far, in ms. */
  waitedMs: 2,
  /** What the script is at: one of `TURN`. */
  turn: 3,
} as const;

/** Whose turn it is. The worker sleeps while it is `asked`. */
export const TURN = {
  /** The worker waits for an answer. */
  asked: 0,
  /** The answer is there, and the worker has yet to wake and to count how long it waited. */
  answered: 1,
  computing: 2,
} as const;

const LENGTH = 4;

/** Make a beat, all zero. */
export function createBeat(): SharedArrayBuffer {
  return new SharedArrayBuffer(LENGTH * Int32Array.BYTES_PER_ELEMENT);
}

/** The wall clock as a beat stores it. */
export function beatNow(): number {
  return Date.now() % 2 ** 31;
}

/** Time in ms that the script of a job has been computing, not waiting. Zero when it does not run. */
export function computingMs(beat: SharedArrayBuffer): number {
  const view = new Int32Array(beat);
  if (Atomics.load(view, BEAT.inScript) === 0) return 0;
  if (Atomics.load(view, BEAT.turn) !== TURN.computing) return 0;
  const elapsed = (beatNow() - Atomics.load(view, BEAT.startedMs) + 2 ** 31) % 2 ** 31;
  return elapsed - Atomics.load(view, BEAT.waitedMs);
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
