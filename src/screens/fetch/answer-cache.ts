/** The answers that this process keeps, each with its age. Bounded by bytes; the least recently used go first, those of strangers before others. */
import { heldBytes, isKnownParty, type Party } from '../../platform/base/party-shares.ts';
import { PinnedCache } from '../../platform/base/pinned-cache.ts';
import type { StoredAnswer } from './packed-answer.ts';
import type { GoodAnswer } from './request.ts';

/** An answer with the number of its entry. */
export type KeptAnswer = GoodAnswer & { readonly cacheEntry: number };

/** What an answer can be made anew by, before it is too old. */
export interface AnswerRenewal {
  /** Bytes that are kept for it. */
  readonly bytes: number;
  /** Begin the request; nobody waits. */
  begin(): void;
}

interface Entry {
  readonly answer: KeptAnswer;
  readonly atMs: number;
  /** `performance.now()` when it arrived. */
  readonly arrivedMs: number;
  readonly tookMs: number;
  /** Null where there is none, or it was begun. */
  renewal: AnswerRenewal | null;
  readonly bytes: number;
}

/** Memory of an entry besides its body and headers. */
const ENTRY_BYTES = 512;
/** An answer is kept longer than its request allows: a later one may accept it, for example while the network is down. */
const MAX_KEPT_MS = 7 * 24 * 3_600_000;

export class AnswerCache {
  readonly #entries: PinnedCache<string, Entry>;
  /** Keys by the number of the entry. */
  readonly #keys = new Map<number, string>();
  #lastEntry = 0;

  constructor(maxBytes: number) {
    this.#entries = new PinnedCache({
      maxBytes,
      strangersBytes: heldBytes('stranger', maxBytes),
      bytesOf: ({ bytes }) => bytes,
      onEvict: (_key, { answer }) => this.#keys.delete(answer.cacheEntry),
    });
  }

  /**
   * Keep an answer in the place of the one before. Null for one that is larger than the cache.
   * @param party  for whom it was got
   */
  keep(
    key: string,
    stored: StoredAnswer,
    renewal: AnswerRenewal | null,
    party: Party = 'engine',
  ): KeptAnswer | null {
    const { atMs, tookMs } = stored;
    this.#lastEntry += 1;
    const cacheEntry = this.#lastEntry;
    const answer: KeptAnswer = { ...stored.answer, cacheEntry };
    // That of another server may go ahead of ours.
    const ageMs = Math.max(Date.now() - atMs, 0);
    const arrivedMs = performance.now() - ageMs;
    const bytes =
      answer.body.length + JSON.stringify(answer.headers).length + (renewal?.bytes ?? 0) + ENTRY_BYTES;
    const former = this.#entries.peek(key);
    if (former !== undefined) this.#keys.delete(former.answer.cacheEntry);
    const isStrangers = !isKnownParty(party) && (former === undefined || this.#entries.isOfStrangers(key));
    this.#entries.set(key, { answer, atMs, arrivedMs, tookMs, renewal, bytes }, isStrangers);
    if (!this.#entries.has(key)) return null;
    this.#keys.set(cacheEntry, key);
    return answer;
  }

  /**
   * The answer of a key that is not older. One that is nearly too old may be made anew meanwhile.
   * @param party  for whom it is needed: what others than strangers need, strangers push out no more
   */
  find(key: string, ttlSeconds: number, party: Party = 'engine'): KeptAnswer | null {
    const current = this.#current(key, ttlSeconds);
    if (current !== null && isKnownParty(party)) this.#entries.adopt(key);
    return current;
  }

  #current(key: string, ttlSeconds: number): KeptAnswer | null {
    if (!(ttlSeconds > 0)) return null;
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    const ageMs = performance.now() - entry.arrivedMs;
    if (ageMs > Math.min(ttlSeconds * 1000, MAX_KEPT_MS)) return null;
    if (entry.renewal !== null && isDue(ageMs, ttlSeconds * 1000, entry.tookMs)) {
      const { renewal } = entry;
      entry.renewal = null;
      renewal.begin();
    }
    return entry.answer;
  }

  /** When the answer of a key arrived, in ms since 1970; null where there is none. */
  timeOf(key: string): number | null {
    return this.#entries.peek(key)?.atMs ?? null;
  }

  /** True when a request that accepts an answer of this age would get that of the entry. */
  isCurrent(entry: number, ttlSeconds: number): boolean {
    const key = this.#keys.get(entry);
    return key !== undefined && this.#current(key, ttlSeconds)?.cacheEntry === entry;
  }

  get bytes(): number {
    return this.#entries.bytes;
  }

  get size(): number {
    return this.#entries.size;
  }
}

/**
 * Whether an answer is to be made anew now, at random: the nearer its end and the longer the request takes, the likelier.
 * So of many servers that use it one begins in time, and they do not all wait at its end ("optimal probabilistic cache
 * stampede prevention", Vattani and others, 2015).
 */
function isDue(ageMs: number, ttlMs: number, tookMs: number): boolean {
  // A slow upstream is not asked all the time for the sake of a short time to live.
  if (ageMs < ttlMs / 2) return false;
  return ageMs - tookMs * Math.log(1 - Math.random()) >= ttlMs;
}
