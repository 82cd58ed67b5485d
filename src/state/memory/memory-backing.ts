/** Shelves in memory: for a server that keeps nothing. */

import { LRUCache } from 'lru-cache';
import { EXPIRING, type ExpiringKind } from '../kinds.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { Backing, ExpiringShelf, SeenOrder, Shelf } from '../local/backing.ts';
import { localState } from '../local/local-state.ts';
import { SetAside } from '../set-aside.ts';
import type { State, StateHealth } from '../state.ts';
import type { IdentityCheck } from '../unreadable.ts';
import { type MethodTimer, methodTimer } from '../watch.ts';

/** What is part of the process is there as long as that. */
const ALWAYS_UP: StateHealth = { isUp: true, problem: null, warnings: [], onChange: () => () => undefined };

class MemoryBacking implements Backing {
  readonly nowMs: () => number;
  readonly seen = new MemorySeen();
  readonly setAside = new SetAside();
  readonly health = ALWAYS_UP;
  readonly #shelves = new Map<string, Shelf<unknown>>();
  readonly #expiring = new Map<ExpiringKind, MemoryExpiring>();

  /** @param nowMs  ms since 1970 */
  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  async change<T>(work: () => T): Promise<T> {
    return work();
  }

  shelf<Value>(name: string): Shelf<Value> {
    const shelf = this.#shelves.get(name) ?? memoryShelf<Value>(name);
    this.#shelves.set(name, shelf as Shelf<unknown>);
    return shelf as Shelf<Value>;
  }

  expiring(kind: ExpiringKind): ExpiringShelf {
    const shelf = this.#expiring.get(kind) ?? new MemoryExpiring(EXPIRING[kind].memoryBytes, this.nowMs);
    this.#expiring.set(kind, shelf);
    return shelf;
  }

  async close(): Promise<void> {}
}

function memoryShelf<Value>(name: string): Shelf<Value> {
  const records = new Map<string, Value>();
  return {
    name,
    get: (key) => records.get(key),
    put: (key, value) => {
      records.set(key, value);
    },
    remove: (key) => {
      records.delete(key);
    },
    keys: () => records.keys(),
    count: () => records.size,
  };
}

interface Kept {
  readonly value: Buffer;
  readonly untilMs: number;
}

/** What has expired goes when it is asked for, or with the least recently used. */
class MemoryExpiring implements ExpiringShelf {
  readonly #kept: LRUCache<string, Kept>;
  readonly #nowMs: () => number;

  constructor(maxSize: number, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#kept = new LRUCache({
      maxSize,
      sizeCalculation: ({ value }, key) => value.length + key.length + STATE_LIMITS.entryBytes,
    });
  }

  get(key: string): Buffer | null {
    return this.#fresh(key)?.value ?? null;
  }

  put(key: string, value: Buffer, untilMs: number): void {
    this.#kept.set(key, { value, untilMs });
  }

  extend(key: string, untilMs: number): boolean {
    const kept = this.#fresh(key);
    if (kept === null) return false;
    this.put(key, kept.value, Math.max(untilMs, kept.untilMs));
    return true;
  }

  remove(key: string): void {
    this.#kept.delete(key);
  }

  *entries(): Iterable<readonly [string, Buffer]> {
    const nowMs = this.#nowMs();
    for (const [key, { value, untilMs }] of this.#kept.entries()) if (untilMs > nowMs) yield [key, value];
  }

  *all(): Iterable<readonly [string, Buffer]> {
    for (const [key, { value }] of this.#kept.entries()) yield [key, value];
  }

  #fresh(key: string): Kept | null {
    const kept = this.#kept.get(key);
    if (kept === undefined) return null;
    if (kept.untilMs > this.#nowMs()) return kept;
    this.#kept.delete(key);
    return null;
  }
}

class MemorySeen implements SeenOrder {
  readonly #seen = new Map<string, number>();

  move(id: string, _beforeMs: number | null, seenMs: number): void {
    // At the end, so that the order is that of time but for clocks that were set.
    this.#seen.delete(id);
    this.#seen.set(id, seenMs);
  }

  remove(id: string): void {
    this.#seen.delete(id);
  }

  drop(id: string): void {
    this.remove(id);
  }

  *batches(size: number): Iterable<readonly string[]> {
    const ordered = [...this.#seen].sort(([, a], [, b]) => a - b);
    for (let first = 0; first < ordered.length; first += size) {
      yield ordered.slice(first, first + size).map(([id]) => id);
    }
  }
}

/** @param nowMs  ms since 1970 */
export function memoryState(
  nowMs: () => number = Date.now,
  watch: MethodTimer = methodTimer(null),
  isIdentity: IdentityCheck = () => true,
): State {
  return localState('memory', new MemoryBacking(nowMs), watch, isIdentity);
}
