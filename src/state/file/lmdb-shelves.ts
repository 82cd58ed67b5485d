/** Shelves in LMDB. Keys are bytes, so that no character of a key has a meaning. */
import type { Database, RootDatabase } from 'lmdb';
import type { SeenOrder, Shelf } from '../local/backing.ts';
import { unreadable } from '../unreadable.ts';

export function lmdbShelf<Value>(root: RootDatabase, name: string): Shelf<Value> {
  const records: Database<Value, Buffer> = root.openDB({ name, encoding: 'msgpack', keyEncoding: 'binary' });
  return {
    get: (key) => {
      try {
        return records.get(Buffer.from(key));
      } catch (error) {
        throw unreadable(name, key, error);
      }
    },
    put: (key, value) => {
      queue(records.put(Buffer.from(key), value));
    },
    remove: (key) => {
      queue(records.remove(Buffer.from(key)));
    },
    entries: () => records.getRange().map(({ key, value }) => [key.toString(), value] as const),
    count: () => (records.getStats() as { readonly entryCount: number }).entryCount,
  };
}

/** Bytes by bytes. */
export function openBytes(root: RootDatabase, name: string): Database<Buffer, Buffer> {
  return root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' });
}

/** A write within a change: its failure is that of the change, which somebody waits for. */
export function queue(write: Promise<unknown>): void {
  write.catch(() => undefined);
}

const TIME_BYTES = 8;

/** A key that is sorted by its time. */
export function timeKey(timeMs: number, key: string | Buffer): Buffer {
  const head = Buffer.alloc(TIME_BYTES);
  head.writeBigUInt64BE(BigInt(Math.max(0, Math.floor(timeMs))));
  return Buffer.concat([head, Buffer.from(key)]);
}

export function splitTimeKey(key: Buffer): { readonly timeMs: number; readonly key: Buffer } {
  return { timeMs: Number(key.readBigUInt64BE()), key: key.subarray(TIME_BYTES) };
}

const NOTHING = Buffer.alloc(0);
const ZERO = Buffer.alloc(1);

export class LmdbSeen implements SeenOrder {
  readonly #order: Database<Buffer, Buffer>;

  constructor(root: RootDatabase) {
    this.#order = openBytes(root, 'seen');
  }

  move(id: string, beforeMs: number | null, seenMs: number): void {
    if (beforeMs !== null) this.remove(id, beforeMs);
    queue(this.#order.put(timeKey(seenMs, id), NOTHING));
  }

  remove(id: string, seenMs: number): void {
    queue(this.#order.remove(timeKey(seenMs, id)));
  }

  *batches(size: number): Iterable<readonly string[]> {
    let keys = [...this.#order.getKeys({ limit: size })];
    while (keys.length > 0) {
      yield keys.map((key) => splitTimeKey(key).key.toString());
      // The key that follows the last one.
      const start = Buffer.concat([keys.at(-1) ?? NOTHING, ZERO]);
      keys = [...this.#order.getKeys({ start, limit: size })];
    }
  }
}
