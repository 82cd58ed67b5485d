/**
 * The first run of each screen belongs to the back of the compose pool, whose threads end when they have no work. As long as
 * there are none, one job of the back at a time is the guest of a front in which nothing runs: otherwise the first device after a
 * start would wait for a second thread to load, and a server with little to do would keep two.
 */
import type { Side } from '../scheduling/slot.ts';
import type { RunningCompose } from './running-compose.ts';

export class FrontGuests {
  readonly #pools: Readonly<Record<Side, { readonly size: number }>>;
  readonly #running: ReadonlyMap<number, Pick<RunningCompose, 'slot'>>;
  readonly #areTaken: boolean;
  #guest: number | null = null;

  /**
   * @param running  all jobs that run, by their ids
   * @param areTaken false where the front has no thread to spare
   */
  constructor(
    pools: Readonly<Record<Side, { readonly size: number }>>,
    running: ReadonlyMap<number, Pick<RunningCompose, 'slot'>>,
    areTaken: boolean,
  ) {
    this.#pools = pools;
    this.#running = running;
    this.#areTaken = areTaken;
  }

  /** The side whose threads run a job that belongs to a side. */
  place(jobId: number, side: Side): Side {
    if (side === 'front' || !this.#areTaken || this.#guest !== null || this.#pools.back.size > 0) return side;
    for (const { slot } of this.#running.values()) if (slot.side === 'front') return side;
    this.#guest = jobId;
    return 'front';
  }

  /** A job has ended. */
  leave(jobId: number): void {
    if (this.#guest === jobId) this.#guest = null;
  }
}
