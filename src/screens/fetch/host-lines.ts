/**
 * Decides whose request a host gets next. Connections to a host are few: without an order, whoever sends many slow requests (a
 * screen, or strangers who say what makes a screen ask ever other addresses) would keep all others from it.
 */

import { monotonicMs } from '../../platform/base/clock.ts';
import { deadlineIn } from '../../platform/base/deadline.ts';
import type { Party } from '../../platform/base/party-shares.ts';
import { Lines } from '../../platform/queues/lines.ts';
import { PrioritySemaphore } from '../../platform/queues/priority-semaphore.ts';
import type { LookupAll } from './guarded-connect.ts';
import { OutboundError } from './outbound-error.ts';

/** Part of the connections to a host that others than devices with an entry may hold, and others than these and adopted ones. */
const PARTS = [1, 10 / 12, 8 / 12];
const RANKS: Readonly<Record<Party, number>> = { entry: 0, adopted: 1, admin: 2, engine: 2, stranger: 2 };

/** For whom a host is asked. */
export interface HostAsker {
  readonly party: Party;
  /** The screen that asks: one alone does not get all connections. */
  readonly screenRef: string;
}

export class HostLines {
  /** By origin. */
  readonly #lines: Lines;
  readonly #waitMs: number;

  /**
   * @param connections  requests that a host gets at a time
   * @param waitMs       how long one waits for its turn; whoever wants the answer gives up sooner
   */
  constructor(connections: number, waitMs: number) {
    // How many wait is limited by the runs of screens that send them: each waits for one answer at a time.
    const parts = PARTS.map((part) => Math.max(Math.floor(connections * part), 1));
    this.#lines = new Lines({ parts, maxWaiting: Number.POSITIVE_INFINITY });
    this.#waitMs = waitMs;
  }

  /**
   * Wait until a host may be asked.
   * @returns to be called when it has answered
   * @throws {OutboundError} the turn did not come
   */
  async enter({ origin }: URL, { party, screenRef }: HostAsker): Promise<() => void> {
    const until = deadlineIn(this.#waitMs);
    const leave = await this.#lines.enter(origin, { party, rank: RANKS[party], sharers: [screenRef], until });
    if (typeof leave === 'string') throw new OutboundError('too many requests wait for this host');
    return leave;
  }
}

/** Look-ups at a time: one fewer than the threads that Node has for them and for files. Strangers get one, with admins two. */
const LOOKUPS = 3;

export class LookupLines {
  readonly #lookup: LookupAll;
  readonly #line = new PrioritySemaphore({
    // How many wait is limited by the runs of screens that ask.
    parts: [LOOKUPS],
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  readonly #waitMs: number;

  /** @param waitMs  how long one waits for its turn; whoever wants the connection gives up sooner */
  constructor(lookup: LookupAll, waitMs: number) {
    this.#lookup = lookup;
    this.#waitMs = waitMs;
  }

  /** The look-up for a party. One that nobody waits for any more holds its place until the system has answered. */
  for(party: Party): LookupAll {
    return (hostname, callback) => void this.#inTurn(party, hostname, callback);
  }

  async #inTurn(party: Party, hostname: string, callback: Parameters<LookupAll>[1]): Promise<void> {
    const standing = { rank: 0, sharers: [hostname] };
    const permit = await this.#line.acquire(standing, monotonicMs(), deadlineIn(this.#waitMs), party);
    if (typeof permit === 'string') {
      callback(new OutboundError('too many host names wait to be looked up'), []);
      return;
    }
    this.#lookup(hostname, (...found) => {
      this.#line.release(permit);
      callback(...found);
    });
  }
}
