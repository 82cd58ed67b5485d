/**
 * Decides whose host name is looked up next. The system resolves a few names at a time, in threads that the server's files need, too:
 * without an order, whoever has many slow names resolved would keep all others from every host.
 */
import { monotonicMs } from '../../platform/base/clock.ts';
import { deadlineIn } from '../../platform/base/deadline.ts';
import type { Party } from '../../platform/base/party-shares.ts';
import { PrioritySemaphore } from '../../platform/queues/priority-semaphore.ts';
import type { LookupAll } from './guarded-connect.ts';
import { OutboundError } from './outbound-error.ts';

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
