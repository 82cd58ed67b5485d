/** The last log entries of each device. In memory, as text, bounded by the memory that they take. */
import { LRUCache } from 'lru-cache';
import type { DeviceId } from '../../domain/device-id.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';

interface Entry {
  /** JSON, or as much of its beginning as is kept. */
  readonly text: string;
  /** Characters of the whole JSON. */
  readonly length: number;
}

interface Log {
  readonly entries: readonly Entry[];
  readonly bytes: number;
}

/** Bytes of an entry besides its characters (object, text and place in the list), and of a device besides its entries. */
const ENTRY_BYTES = 96;
const DEVICE_BYTES = 512;

export class DeviceLogs {
  readonly #mapped = shelf(LIMITS.logBytesMapped);
  readonly #unmapped = shelf(LIMITS.logBytesUnmapped);

  /**
   * Append entries; the oldest are dropped when there are too many or they are too large. When all logs together are too
   * large, the device that has been silent longest loses its log.
   * @param isMapped whether the config has an entry for the device; the logs of devices without one never push out such a log
   */
  append(id: DeviceId, values: readonly PlainValue[], isMapped: boolean): void {
    const entries = [...this.#entries(id), ...values.map(toEntry)];
    let bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), DEVICE_BYTES);
    let first = 0;
    while (entries.length - first > LIMITS.logEntriesPerDevice || bytes > LIMITS.logBytesPerDevice) {
      const oldest = entries[first];
      if (oldest === undefined) break;
      bytes -= bytesOf(oldest);
      first++;
    }
    (isMapped ? this.#unmapped : this.#mapped).delete(id);
    (isMapped ? this.#mapped : this.#unmapped).set(id, { entries: entries.slice(first), bytes });
  }

  /** Entries of a device, the oldest first. An entry that was cut is a map of its beginning and its length. */
  list(id: DeviceId): readonly PlainValue[] {
    return this.#entries(id).map(toValue);
  }

  /** Drop the log of a device that is forgotten. */
  forget(id: DeviceId): void {
    this.#mapped.delete(id);
    this.#unmapped.delete(id);
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#mapped.calculatedSize + this.#unmapped.calculatedSize;
  }

  #entries(id: DeviceId): readonly Entry[] {
    return (this.#mapped.get(id) ?? this.#unmapped.get(id))?.entries ?? [];
  }
}

function shelf(maxSize: number): LRUCache<DeviceId, Log> {
  return new LRUCache({ maxSize, sizeCalculation: (log) => log.bytes });
}

function toEntry(value: PlainValue): Entry {
  const json = JSON.stringify(value);
  if (json.length <= LIMITS.logEntryCharacters) return { text: json, length: json.length };
  const start = json.slice(0, LIMITS.logEntryCharacters);
  // A slice would keep the whole text in memory; this is a copy.
  const encoding = isAscii(start) ? 'latin1' : 'utf16le';
  return { text: Buffer.from(start, encoding).toString(encoding), length: json.length };
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/** Texts with a character outside Latin-1 take two bytes for each; those outside ASCII are counted so. */
function bytesOf({ text }: Entry): number {
  return ENTRY_BYTES + (isAscii(text) ? text.length : 2 * text.length);
}

function toValue({ text, length }: Entry): PlainValue {
  if (text.length === length) return JSON.parse(text) as PlainValue;
  return { cut: text, characters: length } satisfies PlainObject;
}
