/**
 * The account of promises: pictures that devices were told of and have yet to fetch. It knows how long it will take to
 * draw those that are not drawn, and so whether one more would be ready in time. Time is an argument (`monotonicMs`).
 */
import { ExpectedWork, type KindEstimate, wholeMs } from './expected-work.ts';

/** What a picture will take. */
export interface PictureWork extends KindEstimate {
  /** Memory for what is needed to draw it. */
  readonly bytes: number;
}

/**
 * How much of the room a promise may find taken. Anybody can invent devices, so those that the config does not name
 * leave room for the others. What a device is told in place of its own picture takes a little more than there is.
 */
const SHARES = { named: 1, stranger: 0.6, substitute: 1.2 } as const;

export type PromiseShare = keyof typeof SHARES;

/** Why there was no room for a promise. */
export type NoRoom = 'time' | 'memory';

export interface PromiseLedgerOptions<Key> {
  /** Workers that draw, and those of them that may draw slow pictures. */
  readonly workers: number;
  readonly slowWorkers: number;
  /** How long a picture may have to wait for those that were promised before. */
  readonly patienceMs: number;
  readonly maxBytes: number;
  /** How long a promise lasts when nobody asks for the picture. */
  readonly lifetimeMs: number;
  /** A promise has ended: the picture was fetched, or is not expected to be fetched. */
  readonly onEnd: (key: Key) => void;
}

interface Promised {
  readonly work: PictureWork;
  /** Devices that were told of it last. */
  readonly holders: Set<string>;
  toldMs: number;
  /** Calls that wait for it. */
  waiting: number;
  drawn: boolean;
}

export class PromiseLedger<Key extends string> {
  readonly #options: PromiseLedgerOptions<Key>;
  /** The one told longest ago first. */
  readonly #promises = new Map<Key, Promised>();
  /** What each device was told last, while that is promised. */
  readonly #heldBy = new Map<string, Key>();
  readonly #work = new ExpectedWork();
  #bytes = 0;

  constructor(options: PromiseLedgerOptions<Key>) {
    this.#options = options;
  }

  /** Promises that are not kept yet. */
  get size(): number {
    return this.#promises.size;
  }

  /** Time that drawing all that is promised will take one worker. */
  get workMs(): number {
    return this.#work.totalMs;
  }

  /** Memory for what is needed to draw it. */
  get bytes(): number {
    return this.#bytes;
  }

  /** True when some find no room: those who may take the least of it. */
  get isFull(): boolean {
    const { workers, slowWorkers, patienceMs, maxBytes } = this.#options;
    const { quickMs, slowMs } = this.#work;
    const part = SHARES.stranger;
    const limitMs = patienceMs * part;
    return quickMs >= limitMs * workers || slowMs >= limitMs * slowWorkers || this.#bytes >= maxBytes * part;
  }

  has(key: Key): boolean {
    return this.#promises.has(key);
  }

  /**
   * Promise a picture if it would be drawn in time. Where no others wait there is room for any picture.
   * @param holder  the device that is told; null where it is not known
   * @returns why there is no room; null when it is promised
   */
  offer(
    key: Key,
    work: PictureWork,
    share: PromiseShare,
    holder: string | null,
    nowMs: number,
  ): NoRoom | null {
    this.expire(nowMs);
    const lack = this.has(key) ? null : this.#lack(work, SHARES[share], this.#endingWith(holder));
    if (lack === null) this.#make(key, work, holder, nowMs);
    return lack;
  }

  /** A device was told of something else: it will not come for what was promised to it. */
  release(holder: string): void {
    const key = this.#heldBy.get(holder);
    if (key === undefined) return;
    this.#heldBy.delete(holder);
    const promised = this.#promises.get(key);
    promised?.holders.delete(holder);
    if (promised?.holders.size === 0 && promised.waiting === 0) this.#end(key, promised);
  }

  /** Somebody waits for a picture: its promise lasts until the function is called that is returned. */
  await(key: Key): () => void {
    const promised = this.#promises.get(key);
    if (promised === undefined) return () => {};
    promised.waiting += 1;
    return () => {
      promised.waiting -= 1;
    };
  }

  /** A picture is drawn. It remains promised until it is fetched. */
  noteDrawn(key: Key): void {
    const promised = this.#promises.get(key);
    if (promised === undefined) return;
    this.#uncount(promised);
    promised.drawn = true;
  }

  /** A picture is fetched. Where several devices were told of it, the others are still to come. */
  noteFetched(key: Key): void {
    const promised = this.#promises.get(key);
    if (promised !== undefined && promised.holders.size <= 1) this.#end(key, promised);
  }

  /** Pictures of a kind take so long, as it turns out. */
  learn(estimate: KindEstimate): void {
    this.#work.learn(estimate);
  }

  /** End promises that nobody has asked for in their time. */
  expire(nowMs: number): void {
    const lastMs = nowMs - this.#options.lifetimeMs;
    for (const [key, promised] of this.#promises) {
      if (promised.toldMs > lastMs) return;
      if (promised.waiting > 0) this.#make(key, promised.work, null, nowMs);
      else this.#end(key, promised);
    }
  }

  /**
   * A picture must not wait for the others longer than the patience, nor take twice as long with them. Slow ones wait for
   * all others, and for each other on fewer workers.
   * @param ending  a promise that ends if the new one is made
   */
  #lack({ ms, slow, bytes }: PictureWork, part: number, ending: PictureWork | null): NoRoom | null {
    const { workers, slowWorkers, patienceMs, maxBytes } = this.#options;
    const { quickMs, slowMs } = this.#work;
    const endingMs = ending?.ms ?? 0;
    const before = {
      quickMs: quickMs - (ending?.slow === false ? endingMs : 0),
      slowMs: slowMs - (ending?.slow === true ? endingMs : 0),
      bytes: this.#bytes - (ending?.bytes ?? 0),
    };
    const fits = (othersMs: number, on: number): boolean =>
      othersMs === 0 || (othersMs < patienceMs * part * on && othersMs + wholeMs(ms) <= 2 * patienceMs * on);
    const isInTime = slow
      ? fits(before.slowMs, slowWorkers) && fits(before.quickMs + before.slowMs, workers)
      : fits(before.quickMs, workers);
    if (!isInTime) return 'time';
    return before.bytes > 0 && before.bytes + bytes > maxBytes * part ? 'memory' : null;
  }

  /** What is promised to this device alone, and to be drawn yet. */
  #endingWith(holder: string | null): PictureWork | null {
    const promised = this.#promises.get(this.#heldBy.get(holder ?? '') as Key);
    if (promised === undefined || promised.drawn) return null;
    if (promised.holders.size > 1 || promised.waiting > 0) return null;
    return { ...promised.work, ...this.#work.of(promised.work.kind) };
  }

  /** Make a promise, or renew it. */
  #make(key: Key, work: PictureWork, holder: string | null, nowMs: number): void {
    const known = this.#promises.get(key);
    const promised = known ?? { work, holders: new Set(), toldMs: nowMs, waiting: 0, drawn: false };
    if (known === undefined) this.#count(promised);
    promised.toldMs = nowMs;
    this.#promises.delete(key);
    this.#promises.set(key, promised);
    if (holder === null || this.#heldBy.get(holder) === key) return;
    this.release(holder);
    promised.holders.add(holder);
    this.#heldBy.set(holder, key);
  }

  #end(key: Key, promised: Promised): void {
    this.#promises.delete(key);
    for (const holder of promised.holders) this.#heldBy.delete(holder);
    this.#uncount(promised);
    this.#options.onEnd(key);
  }

  #count({ work }: Promised): void {
    this.#work.add(work);
    this.#bytes += work.bytes;
  }

  #uncount({ work, drawn }: Promised): void {
    if (drawn) return;
    this.#work.remove(work.kind);
    this.#bytes -= work.bytes;
  }
}
