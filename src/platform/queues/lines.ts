/** A line for each of many things, of which each is used a few times at once: a host that is asked, a frame that is made. */
import { monotonicMs } from '../base/clock.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Party } from '../base/party-shares.ts';
import { PrioritySemaphore, type Refused } from './priority-semaphore.ts';

interface LinesOptions {
  /** Users of one thing at a time: most of a class and of those behind it, by class, falling. */
  readonly parts: readonly number[];
  /** Users that may wait for it. */
  readonly maxWaiting: number;
}

/** Whoever wants to use a thing. */
interface LineUser {
  readonly party: Party;
  /** Its class; 0, the best, when absent. */
  readonly rank?: number;
  /** Those who share one part of it. */
  readonly sharers: readonly string[];
  /** When it gives up waiting. */
  readonly until: Deadline;
}

export class Lines {
  readonly #options: LinesOptions;
  /** The lines of things that are used or waited for. */
  readonly #lines = new Map<string, PrioritySemaphore>();

  constructor(options: LinesOptions) {
    this.#options = options;
  }

  /** Things that are used, or waited for. */
  get size(): number {
    return this.#lines.size;
  }

  /**
   * Wait until a thing may be used.
   * @returns to be called once when it is not used any more; or why the turn did not come
   */
  async enter(name: string, { party, rank = 0, sharers, until }: LineUser): Promise<(() => void) | Refused> {
    const line = this.#lines.get(name) ?? this.#open(name);
    const permit = await line.acquire({ rank, sharers }, monotonicMs(), until, party);
    if (typeof permit === 'string') {
      this.#tidy(name, line);
      return permit;
    }
    return () => {
      line.release(permit);
      this.#tidy(name, line);
    };
  }

  #open(name: string): PrioritySemaphore {
    const line = new PrioritySemaphore(this.#options);
    this.#lines.set(name, line);
    return line;
  }

  #tidy(name: string, line: PrioritySemaphore): void {
    if (line.held === 0 && line.waiting === 0 && this.#lines.get(name) === line) this.#lines.delete(name);
  }
}
