/**
 * Events in the identity of each device, for its admin. Repeats of one kind from one address are one entry with a count,
 * and addresses beyond a limit share an entry, so that no caller can push out the events of another. In memory; `KeptEvents` keeps them.
 */
import { LIMITS } from '../base/limits.ts';
import type { DeviceId } from '../domain/device-id.ts';

export const EVENT_KINDS = [
  'registered',
  'adopted',
  'pinned',
  'claimed_by_code',
  'key_handed_out',
  'setup_refused',
  'token_refused',
  'held_back',
  'identity_reset',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** An event, once or repeated. */
export interface DeviceEvent {
  readonly kind: EventKind;
  /** The caller; null where several share the entry. */
  readonly address: string | null;
  /** One sentence about the last time; null when the kind says everything. */
  readonly detail: string | null;
  readonly count: number;
  /** In ms since 1970. */
  readonly firstMs: number;
  readonly lastMs: number;
}

type Entry = { -readonly [Field in keyof DeviceEvent]: DeviceEvent[Field] };

/** An event to note. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly address: string;
  readonly detail: string | null;
}

export class DeviceEvents {
  readonly #events = new Map<DeviceId, Entry[]>();
  #count = 0;

  /**
   * Note an event of a device that the registry knows: the number of other addresses has no limit.
   * @returns the entry that counts it
   */
  add(id: DeviceId, { kind, address, detail }: NewEvent, nowMs: number): DeviceEvent {
    const entries = this.#fresh(id, nowMs);
    const ofKind = entries.filter((entry) => entry.kind === kind);
    const own = ofKind.find((entry) => entry.address === address);
    const isFull = ofKind.length >= LIMITS.eventAddressesPerKind || this.#count >= LIMITS.events;
    const entry = own ?? (isFull ? ofKind.find((other) => other.address === null) : undefined);
    if (entry !== undefined) {
      Object.assign(entry, { detail, count: entry.count + 1, lastMs: nowMs });
      return entry;
    }
    const shared = isFull ? null : address;
    const added = { kind, address: shared, detail, count: 1, firstMs: nowMs, lastMs: nowMs };
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
