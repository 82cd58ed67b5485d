/**
 * Long work of the main thread in slices: only one slice runs in a turn of the event loop, whoever else has some, so the
 * calls of devices are never held up for longer than that. Those who have work are served in rotation: many calls of one
 * party take no longer from the others than one.
 */
import { monotonicMs } from '../base/clock.ts';
import { overloaded } from '../base/errors.ts';
import { TURN_LIMITS } from '../base/turn-limits.ts';

/** Work under way. */
export interface LongWork {
  /** True when others should have their turn. */
  readonly isOver: boolean;
  /** Let them have it. */
  next(): Promise<void>;
}

export class Turns {
  /** What waits for a slice, by party; the party that is next is the first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Work begun and not ended, by party. */
  readonly #running = new Map<string, number>();
  #isPumping = false;

  /**
   * Do long work for a party: a token, or a part of the server.
   * @throws {AppError} overloaded when the party has too much under way
   */
  async run<T>(party: string, work: (turns: LongWork) => Promise<T>): Promise<T> {
    const running = this.#running.get(party) ?? 0;
    if (running >= TURN_LIMITS.waitingPerParty) throw overloaded();
    this.#running.set(party, running + 1);
    try {
      await this.#next(party);
      return await work(this.#slices(party));
    } finally {
      const left = (this.#running.get(party) ?? 1) - 1;
      if (left === 0) this.#running.delete(party);
      else this.#running.set(party, left);
    }
  }

  #slices(party: string): LongWork {
    let beganMs = monotonicMs();
    return {
      get isOver() {
        return monotonicMs() - beganMs >= TURN_LIMITS.sliceMs;
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

/** Of the main thread: there is one, so there is one rotation. */
export const mainTurns: Turns = new Turns();
