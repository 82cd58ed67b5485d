/** What memory and a folder have in common: shelves of records, and changes that are made as a whole. */
import type { ExpiringKind } from '../kinds.ts';
import type { SetAside } from '../set-aside.ts';
import type { StateHealth } from '../state.ts';

/** Records by key. */
export interface Shelf<Value> {
  readonly name: string;
  /** @throws {StateError} damaged */
  get(key: string): Value | undefined;
  put(key: string, value: Value): void;
  remove(key: string): void;
  keys(): Iterable<string>;
  count(): number;
}

/** Bytes by key, each until its time. Within a limit of bytes: what is beyond it goes before its time. */
export interface ExpiringShelf {
  get(key: string): Buffer | null;
  put(key: string, value: Buffer, untilMs: number): void;
  /** Keep bytes longer. False when there are none. */
  extend(key: string, untilMs: number): boolean;
  remove(key: string): void;
  entries(): Iterable<readonly [string, Buffer]>;
  /** All that is kept, what has expired as well; null for what has lost its time. */
  all(): Iterable<readonly [string, Buffer | null]>;
}

/** Devices in the order in which they were seen. */
export interface SeenOrder {
  /** @param beforeMs  when the device was seen before; null for a new one */
  move(id: string, beforeMs: number | null, seenMs: number): void;
  remove(id: string, seenMs: number): void;
  /** Remove a device of which nobody knows when it was seen. */
  drop(id: string): void;
  /** Ids in batches, the one seen longest ago first; one that is moved meanwhile may come twice. */
  batches(size: number): Iterable<readonly string[]>;
}

/** Shelves are changed only within `change`; what is read outside it is as the last change has left it. */
export interface Backing {
  /**
   * Do a change alone, and all of it. Resolves when it will not be lost any more.
   * @param work  must not throw after its first change: it is not undone
   * @param bytes  of large values that it writes
   */
  change<T>(work: () => T, bytes?: number): Promise<T>;
  shelf<Value>(name: string): Shelf<Value>;
  expiring(kind: ExpiringKind): ExpiringShelf;
  readonly seen: SeenOrder;
  /** Records that were found damaged. */
  readonly setAside: SetAside;
  readonly health: StateHealth;
  nowMs(): number;
  close(): Promise<void>;
}
