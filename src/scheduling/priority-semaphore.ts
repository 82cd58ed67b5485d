/**
 * A semaphore that shares a bounded number of permits among jobs of different classes and parties, and lets the others
 * queue.
 *
 * Class 0 may hold all permits, each further class, together with the classes behind it, a smaller part of them: so
 * work that is expected to take long never holds them all. A party (a screen, a host that it asks) may hold at most
 * `PARTY_FACTOR` times as many permits as it leaves free to its class: a single party gets two thirds, and there is
 * always room for one more. (Dynamic thresholds: Choudhury and Hahne, IEEE/ACM Trans. Networking 6(2), 1998.)
 */
import { type Deadline, leftMs } from '../base/deadline.ts';
import type { Failure } from '../base/failure.ts';

/** Why a job got no permit: the queue is full, or its turn did not come in time. */
export type Refused = 'full' | 'late';

/** The failure of a job for which there is no room, not even in the queue. */
export const BUSY: Failure = { code: 'overloaded', message: 'the server is busy' };

/** How a job is treated. It may change while the job waits. */
export interface Standing {
  /** Its class: 0 for the quickest. */
  readonly rank: number;
  /** Parties whose share it takes; the first is the one that sent it. */
  readonly parties: readonly string[];
}

/** What a running job holds; only the semaphore that gave it changes it. */
export interface Permit {
  rank: number;
  readonly parties: string[];
}

interface Waiting {
  readonly standing: Standing;
  /** The queue is sorted by it. */
  readonly dueMs: number;
  readonly timer: NodeJS.Timeout;
  readonly end: (outcome: Permit | Refused) => void;
}

export interface PrioritySemaphoreOptions {
  /** Most permits that jobs of a class and of those behind it may hold, by class, falling. */
  readonly parts: readonly number[];
  /** Jobs that may wait. */
  readonly maxWaiting: number;
}

const PARTY_FACTOR = 2;
/** For a job of the best class that takes no party's share. */
export const QUICK: Standing = { rank: 0, parties: [] };

export class PrioritySemaphore {
  readonly #parts: readonly number[];
  readonly #maxWaiting: number;
  readonly #queue: Waiting[] = [];
  /** Permits that jobs of each class and of those behind it hold. */
  readonly #held: number[];
  readonly #heldBy = new Map<string, number>();

  constructor({ parts, maxWaiting }: PrioritySemaphoreOptions) {
    this.#parts = parts;
    this.#maxWaiting = maxWaiting;
    this.#held = parts.map(() => 0);
  }

  /** Jobs in the queue. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Permits that are held. */
  get held(): number {
    return this.#held[0] ?? 0;
  }

  /**
   * Get a permit, at once or in turn. Where the queue is full, a job of a worse class, or of a party with more jobs in
   * the queue, makes room for the new one.
   * @param dueMs  of the jobs for which there is room, the one that is due first goes first
   * @param until  when the job gives up waiting
   */
  acquire(standing: Standing, dueMs: number, until: Deadline): Permit | Promise<Permit | Refused> {
    // A job in the queue has no room either: a permit that becomes free is given at once.
    if (this.#hasRoom(standing)) return this.force(standing);
    if (this.#queue.length >= this.#maxWaiting && !this.#pushOut(standing)) return Promise.resolve('full');
    return new Promise((end) => {
      const timer = setTimeout(() => this.#refuse(waiting, 'late'), leftMs(until));
      const waiting: Waiting = { standing, dueMs, timer, end };
      const before = this.#queue.findLastIndex((other) => other.dueMs <= dueMs);
      this.#queue.splice(before + 1, 0, waiting);
    });
  }

  /** Give a permit whether one is free or not: for a job that goes on. The others wait the longer for it. */
  force({ rank, parties }: Standing): Permit {
    const permit: Permit = { rank, parties: [] };
    this.#count(0, rank, 1);
    for (const party of parties) this.join(permit, party);
    return permit;
  }

  /** Give a permit back. Once only. */
  release(permit: Permit): void {
    this.#count(0, permit.rank, -1);
    for (const party of permit.parties) {
      const left = (this.#heldBy.get(party) ?? 0) - 1;
      if (left > 0) this.#heldBy.set(party, left);
      else this.#heldBy.delete(party);
    }
    this.#admit();
  }

  /** The holder of a permit takes a share of one more party. */
  join(permit: Permit, party: string): void {
    if (permit.parties.includes(party)) return;
    permit.parties.push(party);
    this.#heldBy.set(party, (this.#heldBy.get(party) ?? 0) + 1);
  }

  /** The holder of a permit turns out to belong to a worse class. */
  demote(permit: Permit, rank: number): void {
    if (rank <= permit.rank) return;
    this.#count(permit.rank + 1, rank, 1);
    permit.rank = rank;
  }

  /**
   * The best class that, with those behind it, holds more than its part (because jobs turned out to belong there) while
   * a job of a better class waits for lack of room; null when there is none.
   */
  get overfull(): number | null {
    const rank = this.#held.findIndex((held, at) => held > (this.#parts[at] ?? 0));
    if (rank <= 0) return null;
    return this.#queue.some(({ standing }) => standing.rank < rank && this.#room(standing.rank) <= 0)
      ? rank
      : null;
  }

  #count(from: number, to: number, by: number): void {
    for (let rank = from; rank <= to; rank += 1) this.#held[rank] = (this.#held[rank] ?? 0) + by;
  }

  /** Permits that are free for a class. */
  #room(rank: number): number {
    let room = Number.POSITIVE_INFINITY;
    for (let better = 0; better <= rank; better += 1) {
      room = Math.min(room, (this.#parts[better] ?? 0) - (this.#held[better] ?? 0));
    }
    return room;
  }

  #hasRoom({ rank, parties }: Standing): boolean {
    const room = this.#room(rank);
    if (room <= 0) return false;
    return parties.every((party) => (this.#heldBy.get(party) ?? 0) < PARTY_FACTOR * room);
  }

  /** Give permits to the waiting jobs for which there is room. */
  #admit(): void {
    for (let at = 0; at < this.#queue.length && this.#room(0) > 0; ) {
      const waiting = this.#queue[at];
      if (waiting === undefined) return;
      if (!this.#hasRoom(waiting.standing)) at += 1;
      else {
        this.#queue.splice(at, 1);
        clearTimeout(waiting.timer);
        waiting.end(this.force(waiting.standing));
      }
    }
  }

  #refuse(waiting: Waiting, why: Refused): void {
    clearTimeout(waiting.timer);
    this.#queue.splice(this.#queue.indexOf(waiting), 1);
    waiting.end(why);
  }

  /** Refuse the waiting job with the weakest claim, if it is weaker than that of a new one. */
  #pushOut(standing: Standing): boolean {
    const inQueue = new Map<string, number>();
    for (const { standing: other } of this.#queue) {
      const [sender = ''] = other.parties;
      inQueue.set(sender, (inQueue.get(sender) ?? 0) + 1);
    }
    const crowd = (of: Standing): number => inQueue.get(of.parties[0] ?? '') ?? 0;
    let victim: Waiting | undefined;
    // Among equals the last in the queue.
    for (const waiting of this.#queue) {
      const than = victim?.standing ?? standing;
      const isWorse = waiting.standing.rank - than.rank || crowd(waiting.standing) - crowd(than);
      if (isWorse > 0 || (isWorse === 0 && victim !== undefined)) victim = waiting;
    }
    if (victim !== undefined) this.#refuse(victim, 'full');
    return victim !== undefined;
  }
}
