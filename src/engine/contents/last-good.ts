/** The last good content of each device and frame that goes on showing it while its screen fails. In memory, bounded by bytes. */
import { LRUCache } from 'lru-cache';
import type { ViewerId } from '../../domain/frame.ts';
import { type StoreBytes, WHOLE_STORES } from '../../platform/base/memory-plan.ts';
import { type Content, contentBytes } from './content-store.ts';

export interface LastGood {
  readonly content: Content;
  /** Digest of what it was made from: it is not shown for another screen, nor by another device at the same address. */
  readonly sources: string;
  /** The last time that the screen made this content, in ms since 1970. */
  readonly atMs: number;
}

export class LastGoodStore {
  readonly #mapped: LRUCache<ViewerId, LastGood>;
  readonly #unmapped: LRUCache<ViewerId, LastGood>;

  constructor(most: StoreBytes = WHOLE_STORES) {
    this.#mapped = shelf(most.lastGoodMapped);
    this.#unmapped = shelf(most.lastGoodUnmapped);
  }

  /**
   * Keep a content in the place of the one before.
   * @param isAssigned whether the config has an entry for the device; contents of devices without one never push out such a content
   */
  put(id: ViewerId, good: LastGood, isAssigned: boolean): void {
    (isAssigned ? this.#unmapped : this.#mapped).delete(id);
    (isAssigned ? this.#mapped : this.#unmapped).set(id, good);
  }

  /** The last good content of a device, if it was made from the same sources. */
  get(id: ViewerId, sources: string): LastGood | null {
    const kept = this.#mapped.get(id) ?? this.#unmapped.get(id);
    return kept?.sources === sources ? kept : null;
  }

  forget(id: ViewerId): void {
    this.#mapped.delete(id);
    this.#unmapped.delete(id);
  }

  /** Bytes held, for metrics. */
  get bytes(): number {
    return this.#mapped.calculatedSize + this.#unmapped.calculatedSize;
  }
}

function shelf(maxSize: number): LRUCache<ViewerId, LastGood> {
  return new LRUCache({ maxSize, sizeCalculation: ({ content }) => contentBytes(content) });
}
