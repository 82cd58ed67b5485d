/**
 * Devices that may have to go when there are too many, in the order in which they go: who was seen once and never told a
 * picture; who was seen once; who came back, and the longer it has used its token, the later. So who fills the registry
 * with invented devices pushes out those of his own, as they are new and call no more. Those that a group selects go after
 * all others. Of equals, the one goes that was seen longest ago.
 */
import type { DeviceId } from '../../domain/device-id.ts';
import type { TokenUse } from '../../domain/standing.ts';
import { DeviceQueue } from './device-queue.ts';

/** What is known of a device that may have to go. */
interface Waiting extends TokenUse {
  readonly toldRefreshSeconds: number | null;
}

/** When a device goes; the lowest first. */
export type Rank = number;

const ONCE = 0;
const ONCE_AND_TOLD = 1;
const BACK = 2;
/** Spans of use by powers of two, in minutes: the last one is above a day, when a device is established. */
const SPANS = 12;
const RANKS = BACK + SPANS;
/** The time that one wake takes, with all calls and tries: what was loaded from a store has come back if it was used for longer. */
const WAKE_MS = 60_000;

/** @param isBack  whether it has called again since this server knows it */
export function strangerRank(
  { firstUsedMs, lastUsedMs, toldRefreshSeconds }: Waiting,
  isInGroup: boolean,
  isBack: boolean,
): Rank {
  const spanMs = firstUsedMs === null || lastUsedMs === null ? 0 : Math.max(lastUsedMs - firstUsedMs, 0);
  const group = isInGroup ? RANKS : 0;
  if (!isBack && spanMs <= WAKE_MS) return group + (toldRefreshSeconds === null ? ONCE : ONCE_AND_TOLD);
  return group + BACK + Math.min(Math.floor(Math.log2(1 + spanMs / WAKE_MS)), SPANS - 1);
}

export class Strangers {
  readonly #queues: readonly DeviceQueue[] = Array.from({ length: 2 * RANKS }, () => new DeviceQueue());
  readonly #ranks = new Map<DeviceId, Rank>();

  get size(): number {
    return this.#ranks.size;
  }

  has(id: DeviceId): boolean {
    return this.#ranks.has(id);
  }

  /** Whether a device has come back, as far as its place tells. */
  isBack(id: DeviceId): boolean {
    return (this.#ranks.get(id) ?? ONCE) % RANKS >= BACK;
  }

  /** Put a device behind all others of its rank, wherever it is now. */
  put(id: DeviceId, rank: Rank): void {
    this.delete(id);
    this.#ranks.set(id, rank);
    this.#queues[rank]?.add(id);
  }

  delete(id: DeviceId): void {
    const rank = this.#ranks.get(id);
    if (rank === undefined) return;
    this.#ranks.delete(id);
    this.#queues[rank]?.delete(id);
  }

  /** The device that goes next; null while there is none but this one, which has just come. */
  next(but: DeviceId): { readonly id: DeviceId; readonly rank: Rank } | null {
    for (const [rank, queue] of this.#queues.entries()) {
      const id = queue.first === but ? queue.second : queue.first;
      if (id !== null) return { id, rank };
    }
    return null;
  }
}
