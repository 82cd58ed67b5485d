/**
 * Events in the identity of each device, for its admin. Repeats of one kind from one address are one entry with a count,
 * and addresses beyond a limit share an entry, so that no caller can push out the events of another. What comes without
 * proof from the device's usual address has an entry of its own, whatever comes from elsewhere. In memory; `KeptEvents`
 * keeps them.
 */

import type { DeviceId } from '../../domain/device-id.ts';
import type { EventKind } from '../../domain/event-kinds.ts';
import { LIMITS } from '../../platform/base/limits.ts';

/** An event, once or repeated. */
export interface DeviceEvent {
  readonly kind: EventKind;
  /** The caller; null where several share the entry. Of the usual address the last one of its network. */
  readonly address: string | null;
  /** Whether it came from the network of the device's last good call; null where there is nothing to compare. */
  readonly isUsual: boolean | null;
  /** One sentence about the last time; null when the kind says everything. */
  readonly detail: string | null;
  /** The call of the last time; null where it is not known. */
  readonly requestId: string | null;
  readonly count: number;
  /** In ms since 1970. */
  readonly firstMs: number;
  readonly lastMs: number;
}

type Entry = { -readonly [Field in keyof DeviceEvent]: DeviceEvent[Field] };

/** An event to note. */
export interface NewEvent extends Pick<DeviceEvent, 'kind' | 'isUsual' | 'detail' | 'requestId'> {
  readonly address: string;
}

export class DeviceEvents {
  readonly #events = new Map<DeviceId, Entry[]>();
  #count = 0;

  /**
   * Note an event of a device that the registry knows: the number of other addresses has no limit.
   * @returns the entry that counts it
   */
  add(id: DeviceId, event: NewEvent, nowMs: number): DeviceEvent {
    const { kind, isUsual, detail, requestId } = event;
    const entries = this.#fresh(id, nowMs);
    const known = entries.filter((entry) => entry.kind === kind && isSameSide(entry, event));
    const own = known.find(({ address }) => isUsual === true || address === event.address);
    const most = isUsual === true ? 1 : LIMITS.eventAddressesPerKind;
    const isFull = known.length >= most || this.#count >= LIMITS.events;
    const address = isFull && own === undefined ? null : event.address;
    const entry = own ?? (isFull ? known.find((other) => other.address === null) : undefined);
    if (entry !== undefined) {
      Object.assign(entry, { address, isUsual, detail, requestId, count: entry.count + 1, lastMs: nowMs });
      return entry;
    }
    const added = { kind, address, isUsual, detail, requestId, count: 1, firstMs: nowMs, lastMs: nowMs };
    entries.push(added);
    this.#count++;
    this.#events.set(id, entries);
    return added;
  }

  /** Events of a device in the order of their last time, the oldest first. */
  list(id: DeviceId, nowMs: number): readonly DeviceEvent[] {
    return this.#fresh(id, nowMs).toSorted((a, b) => a.lastMs - b.lastMs);
  }

  /** Drop the events of a device that is forgotten. */
  forget(id: DeviceId): void {
    this.#count -= this.#events.get(id)?.length ?? 0;
    this.#events.delete(id);
  }

  /** Entries held, for all devices. */
  get size(): number {
    return this.#count;
  }

  /** The entries of a device without those that are too old. */
  #fresh(id: DeviceId, nowMs: number): Entry[] {
    const entries = this.#events.get(id) ?? [];
    if (entries.every(({ lastMs }) => nowMs - lastMs <= LIMITS.eventMs)) return entries;
    const fresh = entries.filter(({ lastMs }) => nowMs - lastMs <= LIMITS.eventMs);
    this.#count -= entries.length - fresh.length;
    this.#events.set(id, fresh);
    return fresh;
  }
}

/** Whether two events come from the usual address both, or neither does. */
function isSameSide(one: Pick<DeviceEvent, 'isUsual'>, other: Pick<DeviceEvent, 'isUsual'>): boolean {
  return (one.isUsual === true) === (other.isUsual === true);
}
