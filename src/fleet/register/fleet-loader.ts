/**
 * Reads all devices of the state store into the registry, beside the calls of devices: for lists, alerts and metrics. A
 * call does not wait for it, as it learns of its own device first.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import { releaseFilePages } from '../../pictures/native/memory.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { DeviceState, StoredDevice } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import type { KeptRecords } from './kept-records.ts';
import type { Registry } from './registry.ts';
import { REGISTRY_LIMITS } from './registry-limits.ts';
import type { UnreadableRecords } from './unreadable-records.ts';

export interface FleetLoaderOptions {
  readonly devices: Pick<DeviceState, 'all'>;
  readonly registry: Registry;
  readonly records: KeptRecords;
  readonly unreadable: UnreadableRecords;
  readonly log: Logger;
  /** Put a device back into the store. @returns false where it cannot be asked */
  putBack(id: DeviceId): Promise<boolean>;
}

export class FleetLoader {
  readonly #options: FleetLoaderOptions;
  #isLoaded = false;
  #hasBegun = false;
  #loading: Promise<boolean> | null = null;
  /** Devices that have gone since the loading began: what was read of them is out of date. */
  readonly #gone = new Set<DeviceId>();

  constructor(options: FleetLoaderOptions) {
    this.#options = options;
  }

  /** Whether all devices are in the registry. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Resolves when all devices are in the registry, or cannot be had; null when that is so. Begins to load them, once. */
  whole(): Promise<unknown> | null {
    if (this.#isLoaded) return null;
    return this.#loading ?? (this.#hasBegun ? null : this.load());
  }

  /** Load all devices. Never rejects. @returns false when the store cannot be asked; then it is tried again with the next call */
  load(): Promise<boolean> {
    this.#hasBegun = true;
    this.#loading ??= this.#load().then((isLoaded) => {
      this.#isLoaded ||= isLoaded;
      this.#loading = null;
      this.#gone.clear();
      return isLoaded;
    });
    return this.#loading;
  }

  /** A device has left the registry. */
  left(id: DeviceId): void {
    if (this.#loading !== null) this.#gone.add(id);
  }

  async #load(): Promise<boolean> {
    const { devices, registry, unreadable, log } = this.#options;
    const known = registry.ids();
    const stored = new Set<string>();
    try {
      for await (const batch of devices.all()) {
        if (known.length > 0) for (const { id } of batch) stored.add(id);
        await this.#takeAll(batch);
        // What was read stays in the system's cache.
        releaseFilePages();
      }
      unreadable.say();
      await this.#putAllBack(known.filter((id) => !stored.has(id)));
      return true;
    } catch (error) {
      requireStateError(error);
      log.error({ reason: error.message }, 'devices not loaded');
      return false;
    }
  }

  /** Those that are known at once, before a call changes them; then the others, between which devices are served. */
  async #takeAll(batch: readonly StoredDevice[]): Promise<void> {
    const { registry, records } = this.#options;
    const isKnown = ({ id }: StoredDevice): boolean => registry.has(id as DeviceId);
    const others = batch.filter((stored) => !isKnown(stored));
    for (const stored of others.length === batch.length ? [] : batch)
      if (isKnown(stored)) records.take(stored);
    let beganMs = monotonicMs();
    for (const stored of others) {
      if (monotonicMs() - beganMs > REGISTRY_LIMITS.loadSliceMs) {
        await nextTurn();
        beganMs = monotonicMs();
      }
      const id = parseDeviceId(stored.id);
      // Whoever has called meanwhile was read by its call.
      if (id !== null && !registry.has(id) && !this.#gone.has(id)) records.take(stored);
    }
    await nextTurn();
  }

  /** The store was emptied, and this server was not; or they were forgotten, and this server was not told. */
  async #putAllBack(lost: readonly DeviceId[]): Promise<void> {
    const { registry, records, log, putBack } = this.#options;
    const kept = lost.filter((id) => records.isKnown(id));
    if (kept.length === 0) return;
    const left = await putAllBack(kept, async (id) => {
      const isDone = await putBack(id);
      registry.rest(id);
      return isDone;
    });
    const back = kept.filter((id) => registry.has(id)).length - left.length;
    if (back > 0) log.warn({ devices: back }, 'the state store has lost devices: they were put back');
  }
}

/** Devices that are put back at a time, so that those that call do not wait for them. */
const AT_ONCE = 50;
/** A store that has just come back may answer late. */
const MAX_TRIES = 4;

/**
 * Put devices back, some at a time, and try again where the store could not be asked.
 * @param putOne  false when the store could not be asked
 * @returns those that are still not there
 */
async function putAllBack(
  lost: readonly DeviceId[],
  putOne: (id: DeviceId) => Promise<boolean>,
): Promise<readonly DeviceId[]> {
  let left = lost;
  for (let tries = 0; tries < MAX_TRIES && left.length > 0; tries++) {
    const failed: DeviceId[] = [];
    for (let begin = 0; begin < left.length; begin += AT_ONCE) {
      const some = left.slice(begin, begin + AT_ONCE);
      const done = await Promise.all(some.map(putOne));
      failed.push(...some.filter((_, index) => !done[index]));
    }
    left = failed;
  }
  return left;
}
