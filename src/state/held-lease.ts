/** A lease that is held while this server works, and the wait for the end of another one's. */
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../platform/base/clock.ts';
import type { Lease, LeaseState } from './state.ts';
import { requireStateError } from './state-error.ts';

export interface HeldLeaseOptions {
  readonly leases: LeaseState;
  readonly job: string;
  /** Names this server. */
  readonly holder: string;
  /** How long the lease of a server that has died lasts. It is renewed three times as often. */
  readonly leaseMs: number;
}

export class HeldLease {
  readonly #options: HeldLeaseOptions;
  readonly #lease: Lease;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #renewedMs: number;

  private constructor(options: HeldLeaseOptions, lease: Lease, takenMs: number) {
    this.#options = options;
    this.#lease = lease;
    this.#renewedMs = takenMs;
    this.#timer = setInterval(() => void this.#renew(), options.leaseMs / 3).unref();
  }

  /**
   * Null while another server has it.
   * @throws {StateError}
   */
  static async take(options: HeldLeaseOptions): Promise<HeldLease | null> {
    const { leases, job, holder, leaseMs } = options;
    const takenMs = monotonicMs();
    const lease = await leases.take(job, holder, leaseMs);
    return lease === null ? null : new HeldLease(options, lease, takenMs);
  }

  get fence(): number {
    return this.#lease.fence;
  }

  /** Ends the work when the lease is over. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** End the lease, so that others need not wait for its time to pass. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#options.leases.release(this.#lease).catch(requireStateError);
  }

  async #renew(): Promise<void> {
    const { leases, leaseMs } = this.#options;
    const nowMs = monotonicMs();
    try {
      if (await leases.renew(this.#lease, leaseMs)) this.#renewedMs = nowMs;
      else this.#lost.abort();
    } catch (error) {
      requireStateError(error);
      if (monotonicMs() - this.#renewedMs >= leaseMs) this.#lost.abort();
    }
  }
}

/**
 * Wait until nobody has the lease of a job. Those who wait do not ask at the same moments.
 * @param untilMs on the monotonic clock
 * @returns false when it was not free in time
 * @throws {StateError}
 */
export async function leaseIsFree(
  leases: LeaseState,
  job: string,
  everyMs: number,
  untilMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    // An abort ends the wait, and with it the loop.
    await sleep(everyMs * (0.5 + Math.random()), null, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) break;
    if ((await leases.holder(job)) === null) return true;
    if (monotonicMs() > untilMs) return false;
  }
  return false;
}
