/** The last lines of each device's trail in memory. Devices without an entry never push out those with one. */
import { LRUCache } from 'lru-cache';
import type { DeviceId } from '../../domain/device-id.ts';
import type { PollStep } from '../../domain/trail/entries.ts';
import { TRAIL_LIMITS } from './trail-limits.ts';

/** What is in memory of a device. */
export interface TrailMemory {
  /** The oldest first. */
  readonly lines: readonly string[];
  /** Of the lines. */
  readonly bytes: number;
  /** How many of the last ones the store does not have yet. */
  readonly unwritten: number;
  /** The last poll that was written with all that it said, and how many were repeats of it since. */
  readonly poll: PollStep | null;
  readonly repeats: number;
  /** The minute of the last line, and its lines. */
  readonly minute: number;
  readonly minuteLines: number;
}

const NONE: TrailMemory = {
  ...{ lines: [], bytes: 0, unwritten: 0, poll: null, repeats: 0, minute: 0, minuteLines: 0 },
};

/** Bytes of a line besides its characters, and of a device besides its lines: its poll has some texts. */
const LINE_BYTES = 32;
const DEVICE_BYTES = 512;
const MINUTE_MS = 60_000;

export class TrailRing {
  readonly #mapped = shelf(TRAIL_LIMITS.bytesMapped);
  readonly #unmapped = shelf(TRAIL_LIMITS.bytesUnmapped);
  readonly #mostBytes: number;

  /** @param mostBytes  of one device */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(id: DeviceId): TrailMemory {
    return this.#mapped.get(id) ?? this.#unmapped.get(id) ?? NONE;
  }

  /**
   * Append a line, unless the device has too many in this minute.
   * @param change    what else is known of the device from now on
   * @param isMapped  whether the config has an entry for it; undefined leaves it where it is
   */
  append(
    id: DeviceId,
    line: string,
    nowMs: number,
    change: Partial<Pick<TrailMemory, 'poll' | 'repeats'>> = {},
    isMapped: boolean | undefined = undefined,
  ): void {
    const before = this.get(id);
    const minute = Math.floor(nowMs / MINUTE_MS);
    const minuteLines = before.minute === minute ? before.minuteLines + 1 : 1;
    if (minuteLines > TRAIL_LIMITS.linesPerMinute) return;
    const isOwn = isMapped ?? this.#mapped.has(id);
    const into = isOwn ? this.#mapped : this.#unmapped;
    const { lines, bytes } = this.#cut(before, line, into);
    const unwritten = Math.min(before.unwritten + 1, lines.length);
    (isOwn ? this.#unmapped : this.#mapped).delete(id);
    into.set(id, { ...before, ...change, lines, bytes, unwritten, minute, minuteLines });
  }

  /** The store has lines of a device that were its last `count` a moment ago; `since` more have come. */
  written(id: DeviceId, count: number): void {
    const memory = this.get(id);
    if (memory === NONE) return;
    const into = this.#mapped.has(id) ? this.#mapped : this.#unmapped;
    into.set(id, { ...memory, unwritten: Math.max(memory.unwritten - count, 0) });
  }

  forget(id: DeviceId): void {
    this.#mapped.delete(id);
    this.#unmapped.delete(id);
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#mapped.calculatedSize + this.#unmapped.calculatedSize;
  }

  /** The last lines that fit into a device's part of the memory, with a new one. */
  #cut(
    before: TrailMemory,
    line: string,
    { maxSize, size }: LRUCache<DeviceId, TrailMemory>,
  ): Pick<TrailMemory, 'lines' | 'bytes'> {
    const part = Math.max(maxSize / (size + 1) - DEVICE_BYTES, TRAIL_LIMITS.deviceLeastBytes);
    const most = Math.min(part, this.#mostBytes);
    let bytes = before.bytes + bytesOf(line);
    let first = 0;
    for (; bytes > most && first < before.lines.length; first++) bytes -= bytesOf(before.lines[first] ?? '');
    const lines = first === 0 ? [...before.lines, line] : [...before.lines.slice(first), line];
    return { lines, bytes };
  }
}

function shelf(maxSize: number): LRUCache<DeviceId, TrailMemory> {
  return new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => DEVICE_BYTES + bytes });
}

function bytesOf(line: string): number {
  return line.length + LINE_BYTES;
}
