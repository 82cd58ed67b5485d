/** Shelves in LMDB. Keys are bytes, so that no character of a key has a meaning. */
import type { Database, RootDatabase } from 'lmdb';
import type { SeenOrder, Shelf } from '../local/backing.ts';
import type { SetAside } from '../set-aside.ts';
import { unreadable } from '../unreadable.ts';

export function lmdbShelf<Value>(root: RootDatabase, name: string, setAside: SetAside): Shelf<Value> {
  const records: Database<Value, Buffer> = root.openDB({ name, encoding: 'msgpack', keyEncoding: 'binary' });
  return {
    name,
    get: (key) => {
      try {
        return records.get(Buffer.from(key));
      } catch (error) {
        throw unreadable(name, key, error);
      }
    },
    put: (key, value) => {
      queue(records.put(Buffer.from(key), value));
      setAside.clear(name, key);
    },
    remove: (key) => {
      queue(records.remove(Buffer.from(key)));
      setAside.clear(name, key);
    },
    keys: () => records.getKeys().map((key) => key.toString()),
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
const NOTHING = Buffer.alloc(0);

/** A key that is sorted by its time. */
export function timeKey(timeMs: number, key: string | Buffer): Buffer {
  const head = Buffer.alloc(TIME_BYTES);
  head.writeBigUInt64BE(BigInt(Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(timeMs)))));
  return Buffer.concat([head, Buffer.from(key)]);
}

export function splitTimeKey(key: Buffer): { readonly timeMs: number; readonly key: Buffer } {
  // Nothing that was written here: the first to go.
  if (key.length < TIME_BYTES) return { timeMs: 0, key: NOTHING };
  return { timeMs: Number(key.readBigUInt64BE()), key: key.subarray(TIME_BYTES) };
}

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

  drop(id: string): void {
    for (const key of this.#order.getKeys())
      if (splitTimeKey(key).key.toString() === id) queue(this.#order.remove(key));
  }

  *batches(size: number): Iterable<readonly string[]> {
    let keys = [...this.#order.getKeys({ limit: size })];
    while (keys.length > 0) {
      yield keys.map((key) => splitTimeKey(key).key.toString()).filter((id) => id !== '');
      // The key that follows the last one.
      const start = Buffer.concat([keys.at(-1) ?? NOTHING, ZERO]);
      keys = [...this.#order.getKeys({ start, limit: size })];
    }
  }
}
