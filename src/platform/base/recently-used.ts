/** Keeps what was used last. */
import { LRUCache } from 'lru-cache';

/**
 * A map of at most so many entries, of which the one goes that was not used for longest. It takes memory as it is filled:
 * with a `max` the package makes room for all entries at once, which for all such maps of a server took a tenth of its start.
 * @param ttlMs  how long an entry is there at most; for good unless given
 */
export function recentlyUsed<Key extends NonNullable<unknown>, Value extends NonNullable<unknown>>(
  most: number,
  ttlMs?: number,
): LRUCache<Key, Value> {
  const ttl = ttlMs === undefined ? {} : { ttl: ttlMs };
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...ttl });
}
