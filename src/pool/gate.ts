/**
 * Shares a bounded number of places among jobs of different classes and parties, and lets the others wait in line.
 *
 * Class 0 may have all places, each further class a smaller part of them, together with the classes behind it: so
 * what is expected to take long never holds them all. A party (a screen, a host that it asks) may hold at most
 * `PARTY_FACTOR` times as many places as it leaves free to its class: one party alone gets two thirds, and there is
 * always room for one more. (Dynamic thresholds: Choudhury and Hahne, IEEE/ACM Trans. Networking 6(2), 1998.)
 */
import type { Failure } from '../base/failure.ts';

/** Why a job did not get a place: the line is full, or its turn did not come in time. */
export type Refused = 'full' | 'late';

/** The failure of a job for which there is no place, not even in line. */
export const BUSY: Failure = { code: 'overloaded', message: 'the server is busy' };

/** What a job is expected to be like. It may change while the job waits. */
export interface Standing {
  /** Its class: 0 for the quickest. */
  readonly rank: number;
  /** Whose share it takes; the first is who sent it. */
  readonly parties: readonly string[];
}

/** A place that a job holds; only its gate changes it. */
export interface Place {
  rank: number;
  readonly parties: string[];
}

interface Waiting {
  readonly standing: Standing;
  /** The line is in its order. */
  readonly dueMs: number;
  readonly timer: NodeJS.Timeout;
  readonly end: (outcome: Place | Refused) => void;
}

export interface GateOptions {
  /** Most places that jobs of a class and of those behind it may hold, by class, falling. */
  readonly parts: readonly number[];
  /** Jobs that may wait. */
  readonly maxWaiting: number;
}

const PARTY_FACTOR = 2;
/** For a job of the best class that takes nobody's share. */
export const QUICK: Standing = { rank: 0, parties: [] };

export class Gate {
  readonly #parts: readonly number[];
  readonly #maxWaiting: number;
  readonly #line: Waiting[] = [];
  /** Places that jobs of each class and of those behind it hold. */
  readonly #held: number[];
  readonly #heldBy = new Map<string, number>();

  constructor({ parts, maxWaiting }: GateOptions) {
    this.#parts = parts;
    this.#maxWaiting = maxWaiting;
    this.#held = parts.map(() => 0);
  }

  /** Jobs in line. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Places that are held. */
  get held(): number {
    return this.#held[0] ?? 0;
  }

  /**
   * Enter, at once or in turn. Where the line is full, a job of a worse class, or of a party with more jobs in line,
   * makes room for the new one.
   * @param dueMs  of those for whom there is room, the one that is due first goes first
   */
  enter(standing: Standing, dueMs: number, timeoutMs: number): Place | Promise<Place | Refused> {
    // Whoever is in line has no room: a place that becomes free is given at once.
    if (this.#hasRoom(standing)) return this.take(standing);
    if (this.#line.length >= this.#maxWaiting && !this.#pushOut(standing)) return Promise.resolve('full');
    return new Promise((end) => {
      const timer = setTimeout(() => this.#refuse(waiting, 'late'), timeoutMs);
      const waiting: Waiting = { standing, dueMs, timer, end };
      const before = this.#line.findLastIndex((other) => other.dueMs <= dueMs);
      this.#line.splice(before + 1, 0, waiting);
    });
  }

  /** Take a place whether there is one or not: for a job that goes on. Others come after it all the longer. */
  take({ rank, parties }: Standing): Place {
    const place: Place = { rank, parties: [] };
    this.#count(0, rank, 1);
    for (const party of parties) this.join(place, party);
    return place;
  }

  /** Give a place back. Once only. */
  leave(place: Place): void {
    this.#count(0, place.rank, -1);
    for (const party of place.parties) {
      const left = (this.#heldBy.get(party) ?? 0) - 1;
      if (left > 0) this.#heldBy.set(party, left);
      else this.#heldBy.delete(party);
    }
    this.#admit();
  }

  /** The job in a place takes a share of one party more. */
  join(place: Place, party: string): void {
    if (place.parties.includes(party)) return;
    place.parties.push(party);
    this.#heldBy.set(party, (this.#heldBy.get(party) ?? 0) + 1);
  }

  /** The job in a place turns out to belong to a worse class. */
  demote(place: Place, rank: number): void {
    if (rank <= place.rank) return;
    this.#count(place.rank + 1, rank, 1);
    place.rank = rank;
  }

  /**
   * The best class that, with those behind it, holds more than its part (jobs turned out to belong there) while
   * somebody of a better class waits for lack of room; null when there is none.
   */
  get overfull(): number | null {
    const rank = this.#held.findIndex((held, at) => held > (this.#parts[at] ?? 0));
    if (rank <= 0) return null;
    return this.#line.some(({ standing }) => standing.rank < rank && this.#room(standing.rank) <= 0)
      ? rank
      : null;
  }

  #count(from: number, to: number, by: number): void {
    for (let rank = from; rank <= to; rank += 1) this.#held[rank] = (this.#held[rank] ?? 0) + by;
  }

  /** Places that are free for a class. */
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

  /** Let in whom there is room for. */
  #admit(): void {
    for (let at = 0; at < this.#line.length && this.#room(0) > 0; ) {
      const waiting = this.#line[at];
      if (waiting === undefined) return;
      if (!this.#hasRoom(waiting.standing)) at += 1;
      else {
        this.#line.splice(at, 1);
        clearTimeout(waiting.timer);
        waiting.end(this.take(waiting.standing));
      }
    }
  }

  #refuse(waiting: Waiting, why: Refused): void {
    clearTimeout(waiting.timer);
    this.#line.splice(this.#line.indexOf(waiting), 1);
    waiting.end(why);
  }

  /** Refuse the job in line that has the least claim, if it has less than a new one. */
  #pushOut(standing: Standing): boolean {
    const inLine = new Map<string, number>();
    for (const { standing: other } of this.#line) {
      const [sender = ''] = other.parties;
      inLine.set(sender, (inLine.get(sender) ?? 0) + 1);
    }
    const crowd = (of: Standing): number => inLine.get(of.parties[0] ?? '') ?? 0;
    let victim: Waiting | undefined;
    // Of equals the last in line.
    for (const waiting of this.#line) {
      const than = victim?.standing ?? standing;
      const isWorse = waiting.standing.rank - than.rank || crowd(waiting.standing) - crowd(than);
      if (isWorse > 0 || (isWorse === 0 && victim !== undefined)) victim = waiting;
    }
    if (victim !== undefined) this.#refuse(victim, 'full');
    return victim !== undefined;
  }
}
