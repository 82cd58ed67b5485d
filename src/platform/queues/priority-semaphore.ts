/**
 * A semaphore that shares a bounded number of permits among jobs of different parties, classes and sharers, and lets the
 * others queue.
 *
 * A party is whom the work is for: those before it in the table of shares go first in the queue, whatever is due, and
 * some hold a part of the permits at most. Strangers and admins together leave one, which known devices get whatever the
 * class of their job is, if they hold none.
 * Class 0 may hold all permits, each further class, together with the classes behind it, a smaller part of them: so
 * work that is expected to take long never holds them all. A sharer (a screen, a host that it asks) may hold at most
 * `SHARER_FACTOR` times as many permits as it leaves free to its class: a single sharer gets two thirds, and there is
 * always room for one more. (Dynamic thresholds: Choudhury and Hahne, IEEE/ACM Trans. Networking 6(2), 1998.)
 */
import { type Deadline, leftMs } from '../base/deadline.ts';
import type { Failure } from '../base/failure.ts';
import {
  isKnownDevice,
  isOther,
  PARTY_SHARES,
  type Party,
  permitsOf,
  permitsOfOthers,
} from '../base/party-shares.ts';

/** Why a job got no permit: the queue is full, or its turn did not come in time. */
export type Refused = 'full' | 'late';

/** The failure of a job for which there is no room, not even in the queue. */
export const BUSY: Failure = { code: 'overloaded', message: 'the server is busy' };

/** How a job is treated. It may change while the job waits. */
export interface Standing {
  /** Its class: 0 for the quickest. */
  readonly rank: number;
  /** Sharers whose share it takes; the first is the one that sent it. */
  readonly sharers: readonly string[];
}

/** What a running job holds; only the semaphore that gave it changes it. */
export interface Permit {
  rank: number;
  readonly party: Party;
  readonly sharers: string[];
}

interface Waiting {
  readonly standing: Standing;
  readonly party: Party;
  /** The queue is sorted by it. */
  readonly dueMs: number;
  readonly timer: NodeJS.Timeout;
  readonly end: (outcome: Permit | Refused) => void;
}

interface PrioritySemaphoreOptions {
  /** Most permits that jobs of a class and of those behind it may hold, by class, falling. */
  readonly parts: readonly number[];
  /** Jobs that may wait. */
  readonly maxWaiting: number;
}

const SHARER_FACTOR = 2;
/** For a job of the best class that takes no sharer's share. */
export const QUICK: Standing = { rank: 0, sharers: [] };

export class PrioritySemaphore {
  readonly #parts: readonly number[];
  readonly #maxWaiting: number;
  readonly #queue: Waiting[] = [];
  /** Permits that jobs of each class and of those behind it hold. */
  readonly #held: number[];
  readonly #heldBy = new Map<string, number>();
  /** Permits that each party holds. */
  readonly #heldFor = new Map<Party, number>();

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

  /** Jobs of some parties in the queue. */
  waitingFor(isCounted: (party: Party) => boolean): number {
    return this.#queue.reduce((count, { party }) => count + (isCounted(party) ? 1 : 0), 0);
  }

  /**
   * Get a permit, at once or in turn. Where the queue is full, a job of a party behind, of a worse class, or of a sharer
   * with more jobs in the queue, makes room for the new one.
   * @param dueMs  of the jobs of a party for which there is room, the one that is due first goes first
   * @param until  when the job gives up waiting
   * @param party  for whom the job is
   */
  acquire(
    standing: Standing,
    dueMs: number,
    until: Deadline,
    party: Party = 'engine',
  ): Permit | Promise<Permit | Refused> {
    // A job in the queue has no room either: a permit that becomes free is given at once.
    if (this.#hasRoom(standing, party)) return this.force(standing, party);
    const isFull = this.#queue.length >= this.#maxWaiting;
    if (isFull && !this.#pushOut(standing, party)) return Promise.resolve('full');
    return new Promise((end) => {
      const timer = setTimeout(() => this.#refuse(waiting, 'late'), leftMs(until));
      const waiting: Waiting = { standing, party, dueMs, timer, end };
      const { order } = PARTY_SHARES[party];
      const before = this.#queue.findLastIndex((other) => {
        const ahead = PARTY_SHARES[other.party].order - order;
        return ahead < 0 || (ahead === 0 && other.dueMs <= dueMs);
      });
      this.#queue.splice(before + 1, 0, waiting);
    });
  }

  /** Give a permit whether one is free or not: for a job that goes on. The others wait the longer for it. */
  force({ rank, sharers }: Standing, party: Party = 'engine'): Permit {
    const permit: Permit = { rank, party, sharers: [] };
    this.#count(0, rank, 1);
    this.#heldFor.set(party, (this.#heldFor.get(party) ?? 0) + 1);
    for (const sharer of sharers) this.join(permit, sharer);
    return permit;
  }

  /** Give a permit back. Once only. */
  release(permit: Permit): void {
    this.#count(0, permit.rank, -1);
    this.#heldFor.set(permit.party, (this.#heldFor.get(permit.party) ?? 0) - 1);
    for (const sharer of permit.sharers) {
      const left = (this.#heldBy.get(sharer) ?? 0) - 1;
      if (left > 0) this.#heldBy.set(sharer, left);
      else this.#heldBy.delete(sharer);
    }
    this.#admit();
  }

  /** The holder of a permit takes a share of one more sharer. */
  join(permit: Permit, sharer: string): void {
    if (permit.sharers.includes(sharer)) return;
    permit.sharers.push(sharer);
    this.#heldBy.set(sharer, (this.#heldBy.get(sharer) ?? 0) + 1);
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

  /** Permits that some parties hold. */
  #heldOf(...parties: readonly Party[]): number {
    return parties.reduce((sum, party) => sum + (this.#heldFor.get(party) ?? 0), 0);
  }

  /** True where strangers and admins hold as many permits as they may together. */
  get isFullOfOthers(): boolean {
    return this.#heldOf('admin', 'stranger') >= permitsOfOthers(this.#parts[0] ?? 0);
  }

  #hasRoom({ rank, sharers }: Standing, party: Party): boolean {
    if (isKnownDevice(party) && this.#room(0) > 0 && this.#heldOf('entry', 'adopted') === 0) return true;
    const room = this.#room(rank);
    if (room <= 0) return false;
    if (this.#heldOf(party) >= permitsOf(party, this.#parts[0] ?? 0)) return false;
    if (isOther(party) && this.isFullOfOthers) return false;
    return sharers.every((sharer) => (this.#heldBy.get(sharer) ?? 0) < SHARER_FACTOR * room);
  }

  /** Give permits to the waiting jobs for which there is room. */
  #admit(): void {
    for (let at = 0; at < this.#queue.length && this.#room(0) > 0; ) {
      const waiting = this.#queue[at];
      if (waiting === undefined) return;
      if (!this.#hasRoom(waiting.standing, waiting.party)) at += 1;
      else {
        this.#queue.splice(at, 1);
        clearTimeout(waiting.timer);
        waiting.end(this.force(waiting.standing, waiting.party));
      }
    }
  }

  #refuse(waiting: Waiting, why: Refused): void {
    clearTimeout(waiting.timer);
    this.#queue.splice(this.#queue.indexOf(waiting), 1);
    waiting.end(why);
  }

  /** Refuse the waiting job with the weakest claim, if it is weaker than that of a new one. */
  #pushOut(standing: Standing, party: Party): boolean {
    const inQueue = new Map<string, number>();
    for (const { standing: other } of this.#queue) {
      const [sender = ''] = other.sharers;
      inQueue.set(sender, (inQueue.get(sender) ?? 0) + 1);
    }
    const crowd = (of: Standing): number => inQueue.get(of.sharers[0] ?? '') ?? 0;
    let victim: Waiting | undefined;
    // Among equals the last in the queue.
    for (const waiting of this.#queue) {
      const than = victim ?? { standing, party };
      const isWorse =
        PARTY_SHARES[waiting.party].order - PARTY_SHARES[than.party].order ||
        waiting.standing.rank - than.standing.rank ||
        crowd(waiting.standing) - crowd(than.standing);
      if (isWorse > 0 || (isWorse === 0 && victim !== undefined)) victim = waiting;
    }
    if (victim !== undefined) this.#refuse(victim, 'full');
    return victim !== undefined;
  }
}
