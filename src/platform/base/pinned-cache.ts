/**
 * A cache within a limit of bytes. The least recently used entries go first, those of strangers before all others; pinned
 * ones stay until they are unpinned.
 */
import { LRUCache } from 'lru-cache';

interface PinnedCacheOptions<Key, Value> {
  readonly maxBytes: number;
  /** The part of them for the loose entries of strangers, which never push out those of others. */
  readonly strangersBytes: number;
  bytesOf(value: Value): number;
  /** An entry is dropped for lack of room. */
  onEvict?(key: Key, value: Value): void;
}

interface Sized<Value> {
  readonly value: Value;
  readonly bytes: number;
  readonly isStrangers: boolean;
}

export class PinnedCache<Key extends string, Value> {
  readonly #options: PinnedCacheOptions<Key, Value>;
  readonly #loose: LRUCache<Key, Sized<Value>>;
  readonly #looseOfStrangers: LRUCache<Key, Sized<Value>>;
  readonly #pinned = new Map<Key, Sized<Value>>();
  #pinnedBytes = 0;

  constructor(options: PinnedCacheOptions<Key, Value>) {
    this.#options = options;
    this.#loose = this.#shelf(options.maxBytes);
    this.#looseOfStrangers = this.#shelf(options.strangersBytes);
  }

  #shelf(maxSize: number): LRUCache<Key, Sized<Value>> {
    return new LRUCache({
      maxSize,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ value }, key, reason) => {
        if (reason === 'evict') this.#options.onEvict?.(key, value);
      },
    });
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#pinnedBytes + this.#loose.calculatedSize + this.#looseOfStrangers.calculatedSize;
  }

  /** Entries held. */
  get size(): number {
    return this.#pinned.size + this.#loose.size + this.#looseOfStrangers.size;
  }

  /** The value of a key; does not count as use. */
  peek(key: Key): Value | undefined {
    return (this.#pinned.get(key) ?? this.#loose.peek(key) ?? this.#looseOfStrangers.peek(key))?.value;
  }

  /** The value of a key, which is used herewith. */
  get(key: Key): Value | undefined {
    return (this.#pinned.get(key) ?? this.#loose.get(key) ?? this.#looseOfStrangers.get(key))?.value;
  }

  /** Does not count as use. */
  has(key: Key): boolean {
    return this.#pinned.has(key) || this.#loose.has(key) || this.#looseOfStrangers.has(key);
  }

  /** True for an entry that only strangers have used. */
  isOfStrangers(key: Key): boolean {
    return (this.#pinned.get(key) ?? this.#looseOfStrangers.peek(key))?.isStrangers ?? false;
  }

  /** Others than strangers use an entry: it is theirs from now on. */
  adopt(key: Key): void {
    const pinned = this.#pinned.get(key);
    if (pinned?.isStrangers) this.#pinned.set(key, { ...pinned, isStrangers: false });
    const entry = this.#looseOfStrangers.peek(key);
    if (entry === undefined) return;
    this.#looseOfStrangers.delete(key);
    this.#put(key, { ...entry, isStrangers: false });
    this.#trim();
  }

  /** Keep a value; in the place of a pinned one it is not pinned. @param isStrangers  true where only strangers use it */
  set(key: Key, value: Value, isStrangers = false): void {
    this.unpin(key);
    this.#loose.delete(key);
    this.#looseOfStrangers.delete(key);
    this.#put(key, { value, bytes: this.#options.bytesOf(value), isStrangers });
    this.#trim();
  }

  /**
   * Keep an entry until it is unpinned, if there is one, and the pinned ones together keep the limit.
   * @param part  of the limit, for those who may not use all of it
   */
  pin(key: Key, part = 1): void {
    const entry = this.#loose.peek(key) ?? this.#looseOfStrangers.peek(key);
    if (entry === undefined || this.#pinnedBytes + entry.bytes > this.#options.maxBytes * part) return;
    this.#loose.delete(key);
    this.#looseOfStrangers.delete(key);
    this.#pinned.set(key, entry);
    this.#pinnedBytes += entry.bytes;
  }

  /** An entry may go from now on, as the last one. */
  unpin(key: Key): void {
    const entry = this.#pinned.get(key);
    if (entry === undefined) return;
    this.#pinned.delete(key);
    this.#pinnedBytes -= entry.bytes;
    this.#put(key, entry);
    this.#trim();
  }

  #put(key: Key, entry: Sized<Value>): void {
    (entry.isStrangers ? this.#looseOfStrangers : this.#loose).set(key, entry);
  }

  /** What strangers use goes first. */
  #trim(): void {
    for (const shelf of [this.#looseOfStrangers, this.#loose]) {
      while (this.bytes > this.#options.maxBytes && shelf.size > 0) shelf.pop();
    }
  }
}
