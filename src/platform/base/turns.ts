/**
 * Long work of the main thread in slices: only one slice runs in a turn of the event loop, whoever else has some, so the
 * calls of devices are never held up for longer than that. Those who have work are served in rotation: many calls of one
 * party take no longer from the others than one.
 */
import { monotonicMs } from './clock.ts';
import { overloaded } from './errors.ts';

/** A piece of long work; then everybody else has a turn. Devices wait for it, and one of their calls takes as long. */
const SLICE_MS = 8;
/** Calls of one token that wait with long work: a page of the console has two or three, a program that sends more can wait. */
export const WAITING_PER_PARTY = 32;

/** Work that stops from time to time: its author writes `yield` where it may stop, at least every millisecond or so. */
export type Slices<T> = Generator<undefined, T, undefined>;

/** Do it at once: at the start, in commands, in other threads and in processes where nobody waits. */
export function runAtOnce<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Work under way. */
export interface LongWork {
  /** True when others should have their turn. */
  readonly isOver: boolean;
  /** Let them have it. */
  next(): Promise<void>;
}

/** Do work that stops from time to time, in the slices of a caller or a part of the server. */
export async function inTurns<T>(turns: LongWork, work: Slices<T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (turns.isOver) await turns.next();
  }
}

/** A part of the server that has work of its own, and not for a caller. */
type ServerPart = 'alerts' | 'answers' | 'config' | 'metrics' | 'repos' | 'stream' | 'texts';

export class Turns {
  /** What waits for a slice, by party; the party that is next is the first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Work begun and not ended, by party. */
  readonly #running = new Map<string, number>();
  #isPumping = false;

  /**
   * Do long work for a caller.
   * @param party  the token
   * @throws {AppError} overloaded when the party has too much under way
   */
  async run<T>(party: string, work: (turns: LongWork) => Promise<T>): Promise<T> {
    const running = this.#running.get(party) ?? 0;
    if (running >= WAITING_PER_PARTY) throw overloaded();
    this.#running.set(party, running + 1);
    try {
      await this.#next(party);
      return await work(this.#slices(party, SLICE_MS));
    } finally {
      const left = (this.#running.get(party) ?? 1) - 1;
      if (left === 0) this.#running.delete(party);
      else this.#running.set(party, left);
    }
  }

  /** Begin long work for a part of the server, which bounds it itself: in the slice that runs now. */
  begin(part: ServerPart, sliceMs: number = SLICE_MS): LongWork {
    // No token has such a name.
    return this.#slices(`server: ${part}`, sliceMs);
  }

  /** Do work that stops from time to time for a part of the server. The first slice runs at once. */
  do<T>(part: ServerPart, work: Slices<T>): Promise<T> {
    return inTurns(this.begin(part), work);
  }

  #slices(party: string, sliceMs: number): LongWork {
    let beganMs = monotonicMs();
    return {
      get isOver() {
        return monotonicMs() - beganMs >= sliceMs;
      },
      next: async () => {
        await this.#next(party);
        beganMs = monotonicMs();
      },
    };
  }

  #next(party: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(party);
      if (waiting === undefined) this.#waiting.set(party, [resolve]);
      else waiting.push(resolve);
      this.#pump();
    });
  }

  /** Give one slice in each turn of the event loop. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      const [first] = this.#waiting;
      if (first === undefined) return;
      const [party, waiting] = first;
      const go = waiting.shift();
      // To the end of the rotation.
      this.#waiting.delete(party);
      if (waiting.length > 0) this.#waiting.set(party, waiting);
      go?.();
      if (this.#waiting.size > 0) this.#pump();
    });
  }
}

/** The turns of the main thread: there is one thread, so there is one rotation. */
export const mainTurns: Turns = new Turns();
