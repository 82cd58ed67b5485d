/**
 * Forgets devices without an entry that have been silent for long: one server at a time does it for all. Only those that
 * this server has found without an entry for a day: a config with a mistake costs no device its token.
 */

import { type ConfigSnapshot, ownMapping } from '../../domain/config-snapshot.ts';
import { parseDeviceId } from '../../domain/device-id.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { pruneDevices } from '../../state/prune.ts';
import type { State, StoredDevice } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { emptyRecord } from './device-record.ts';
import { applyIdentity } from './device-texts.ts';
import { REGISTRY_LIMITS } from './registry-limits.ts';

export interface PruningOptions {
  readonly state: Pick<State, 'devices' | 'leases' | 'notices'>;
  readonly log: Logger;
  /** Names this server in the lease. */
  readonly holder: string;
  /** The config as it is at this moment. */
  config(): ConfigSnapshot;
}

const JOB = 'prune';
const EVERY_MS = 10 * 60_000;
/** Longer than a walk over 100 000 devices takes. */
const LEASE_MS = 60_000;

export class Pruning {
  readonly #options: PruningOptions;
  #timer: NodeJS.Timeout | null = null;
  /** Silent devices without an entry, and when this server has first found them so, in ms since 1970. */
  #entryless: ReadonlyMap<string, number> = new Map();

  constructor(options: PruningOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.prune(Date.now()), EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Forget what may go, unless another server is at it. Never rejects for a store that does not answer. */
  async prune(nowMs: number): Promise<void> {
    const { state, holder, log } = this.#options;
    try {
      const lease = await state.leases.take(JOB, holder, LEASE_MS);
      if (lease === null) return;
      const found = new Map<string, number>();
      const mayGo = (device: StoredDevice): boolean => {
        if (this.#isAssigned(device)) return false;
        const sinceMs = this.#entryless.get(device.id) ?? nowMs;
        found.set(device.id, sinceMs);
        return nowMs - sinceMs >= REGISTRY_LIMITS.entrylessMs;
      };
      const gone = await pruneDevices(state, { silentMs: REGISTRY_LIMITS.silentMs, mayGo }, nowMs);
      this.#entryless = found;
      for (const id of gone) await state.notices.publish('device', id);
      await state.leases.release(lease);
      if (gone.length > 0) log.info({ count: gone.length }, 'devices without an entry forgotten');
    } catch (error) {
      requireStateError(error);
    }
  }

  #isAssigned({ id: text, identity, seenMs }: StoredDevice): boolean {
    const id = parseDeviceId(text);
    if (id === null) return false;
    const record = emptyRecord(id, '', seenMs);
    applyIdentity(record, identity);
    return ownMapping(this.#options.config(), id, record.registrationCode) !== null;
  }
}
