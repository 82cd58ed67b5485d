/** Bytes with an end in LMDB: each with its time in front, and a list of all by their times. */
import type { Database, RootDatabase } from 'lmdb';
import { STATE_LIMITS } from '../limits.ts';
import type { ExpiringShelf } from '../local/backing.ts';
import { openBytes, queue, splitTimeKey, timeKey } from './lmdb-shelves.ts';

const TIME_BYTES = 8;
/** A gain of less than this part of the time that is left is not worth writing. */
const GAIN = 1 / 128;

/** Bytes of all kinds, kept with what they count, so that several processes agree on them. */
export type Totals = Database<number, string>;

export class LmdbExpiring implements ExpiringShelf {
  readonly #values: Database<Buffer, Buffer>;
  readonly #due: Database<Buffer, Buffer>;
  readonly #totals: Totals;
  readonly #name: string;
  readonly #maxBytes: number;
  readonly #nowMs: () => number;

  constructor(
    root: RootDatabase,
    totals: Totals,
    options: { readonly name: string; readonly maxBytes: number; nowMs(): number },
  ) {
    this.#values = openBytes(root, options.name);
    this.#due = openBytes(root, `${options.name}-due`);
    this.#totals = totals;
    this.#name = options.name;
    this.#maxBytes = options.maxBytes;
    this.#nowMs = options.nowMs;
  }

  get(key: string): Buffer | null {
    const stored = this.#stored(Buffer.from(key));
    return stored === undefined || timeOf(stored) <= this.#nowMs() ? null : stored.subarray(TIME_BYTES);
  }

  put(key: string, value: Buffer, untilMs: number): void {
    const bytes = Buffer.from(key);
    this.#drop(bytes);
    const stored = timeKey(untilMs, value);
    queue(this.#values.put(bytes, stored));
    queue(this.#due.put(timeKey(untilMs, bytes), Buffer.alloc(0)));
    this.#count(costOf(bytes, stored));
    this.#makeRoom();
  }

  extend(key: string, untilMs: number): boolean {
    const stored = this.#stored(Buffer.from(key));
    const nowMs = this.#nowMs();
    if (stored === undefined || timeOf(stored) <= nowMs) return false;
    const gainMs = untilMs - timeOf(stored);
    if (gainMs > (untilMs - nowMs) * GAIN) this.put(key, stored.subarray(TIME_BYTES), untilMs);
    return true;
  }

  remove(key: string): void {
    this.#drop(Buffer.from(key));
  }

  *entries(): Iterable<readonly [string, Buffer]> {
    const nowMs = this.#nowMs();
    for (const { key, value } of this.#values.getRange()) {
      if (value.length >= TIME_BYTES && timeOf(value) > nowMs)
        yield [key.toString(), value.subarray(TIME_BYTES)];
    }
  }

  *all(): Iterable<readonly [string, Buffer | null]> {
    for (const { key, value } of this.#values.getRange())
      yield [key.toString(), value.length >= TIME_BYTES ? value.subarray(TIME_BYTES) : null];
  }

  /** True when something has expired and is still there. */
  get isDue(): boolean {
    const [first] = this.#due.getKeys({ limit: 1 });
    return first !== undefined && splitTimeKey(first).timeMs <= this.#nowMs();
  }

  /** Remove some of what has expired, within a change. */
  sweep(): void {
    const nowMs = this.#nowMs();
    for (const due of [...this.#due.getKeys({ limit: STATE_LIMITS.sweepEntries })]) {
      const { timeMs, key } = splitTimeKey(due);
      if (timeMs > nowMs) return;
      this.#drop(key);
      // Where the value is damaged, its time is another one.
      queue(this.#due.remove(due));
    }
  }

  /** What has lost its time counts as gone. */
  #stored(key: Buffer): Buffer | undefined {
    const stored = this.#values.get(key);
    return stored !== undefined && stored.length < TIME_BYTES ? undefined : stored;
  }

  #drop(key: Buffer): void {
    const stored = this.#values.get(key);
    if (stored === undefined) return;
    queue(this.#values.remove(key));
    if (stored.length >= TIME_BYTES) queue(this.#due.remove(timeKey(timeOf(stored), key)));
    this.#count(-costOf(key, stored));
  }

  #count(bytes: number): void {
    queue(this.#totals.put(this.#name, this.#total() + bytes));
  }

  /** A damaged sum is begun anew: it is a bound, and what expires brings it back. */
  #total(): number {
    try {
      const total: unknown = this.#totals.get(this.#name);
      return typeof total === 'number' && Number.isFinite(total) ? total : 0;
    } catch {
      return 0;
    }
  }

  #makeRoom(): void {
    if (this.#total() <= this.#maxBytes) return;
    for (const due of [...this.#due.getKeys({ limit: STATE_LIMITS.sweepEntries })]) {
      this.#drop(splitTimeKey(due).key);
      queue(this.#due.remove(due));
      if (this.#total() <= this.#maxBytes) return;
    }
  }
}

function timeOf(stored: Buffer): number {
  return Number(stored.readBigUInt64BE());
}

function costOf(key: Buffer, stored: Buffer): number {
  return key.length + stored.length + STATE_LIMITS.entryBytes;
}
