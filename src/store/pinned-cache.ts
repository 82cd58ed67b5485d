/** A cache within a limit of bytes. The least recently used entries go first; pinned ones stay until they are unpinned. */
import { LRUCache } from 'lru-cache';

export interface PinnedCacheOptions<Key, Value> {
  readonly maxBytes: number;
  bytesOf(value: Value): number;
  /** An entry is dropped for lack of room. */
  onEvict?(key: Key, value: Value): void;
}

interface Sized<Value> {
  readonly value: Value;
  readonly bytes: number;
}

export class PinnedCache<Key extends string, Value> {
  readonly #options: PinnedCacheOptions<Key, Value>;
  readonly #loose: LRUCache<Key, Sized<Value>>;
  readonly #pinned = new Map<Key, Sized<Value>>();
  #pinnedBytes = 0;

  constructor(options: PinnedCacheOptions<Key, Value>) {
    this.#options = options;
    this.#loose = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ value }, key, reason) => {
        if (reason === 'evict') options.onEvict?.(key, value);
      },
    });
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#pinnedBytes + this.#loose.calculatedSize;
  }

  /** The value of a key, which is used herewith. */
  get(key: Key): Value | undefined {
    return (this.#pinned.get(key) ?? this.#loose.get(key))?.value;
  }

  /** Does not count as use. */
  has(key: Key): boolean {
    return this.#pinned.has(key) || this.#loose.has(key);
  }

  /** Keep a value; in the place of a pinned one it is not pinned. */
  set(key: Key, value: Value): void {
    this.unpin(key);
    this.#loose.set(key, { value, bytes: this.#options.bytesOf(value) });
    this.#trim();
  }

  /** Keep an entry until it is unpinned, if there is one, and the pinned ones together keep the limit. */
  pin(key: Key): void {
    const entry = this.#loose.peek(key);
    if (entry === undefined || this.#pinnedBytes + entry.bytes > this.#options.maxBytes) return;
    this.#loose.delete(key);
    this.#pinned.set(key, entry);
    this.#pinnedBytes += entry.bytes;
  }

  /** An entry may go from now on, as the last one. */
  unpin(key: Key): void {
    const entry = this.#pinned.get(key);
    if (entry === undefined) return;
    this.#pinned.delete(key);
    this.#pinnedBytes -= entry.bytes;
    this.#loose.set(key, entry);
    this.#trim();
  }

  #trim(): void {
    while (this.bytes > this.#options.maxBytes && this.#loose.size > 0) this.#loose.pop();
  }
}
