/** The last log entries of each device. In memory, bounded in number and bytes. */
import { LRUCache } from 'lru-cache';
import { LIMITS } from '../base/limits.ts';
import type { PlainValue } from '../base/plain.ts';
import type { DeviceId } from '../domain/device-id.ts';

interface Entry {
  readonly value: PlainValue;
  readonly bytes: number;
}

export class DeviceLogs {
  readonly #logs = new LRUCache<DeviceId, Entry[]>({ max: LIMITS.unmappedDevices });

  /** Append entries; the oldest go first when there are too many of them or they are too large. */
  append(id: DeviceId, values: readonly PlainValue[]): void {
    const entries = this.#logs.get(id) ?? [];
    for (const value of values) entries.push({ value, bytes: JSON.stringify(value).length });
    let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    while (
      entries.length > LIMITS.logEntriesPerDevice ||
      (bytes > LIMITS.logBytesPerDevice && entries.length > 1)
    ) {
      bytes -= entries.shift()?.bytes ?? 0;
    }
    this.#logs.set(id, entries);
  }

  /** Entries of a device, the oldest first. */
  list(id: DeviceId): readonly PlainValue[] {
    return (this.#logs.get(id) ?? []).map((entry) => entry.value);
  }
}
