/**
 * The account of promises: pictures that were announced to devices and not fetched yet. It knows how long it will take to
 * draw those that are not drawn, and so whether one more would be ready in time. Time is an argument (`monotonicMs`).
 */
import { type DeviceParty, PARTY_SHARES } from '../../platform/base/party-shares.ts';
import { ExpectedWork, type KindEstimate, wholeMs } from './expected-work.ts';

/** What a picture will take. */
export interface PictureWork extends KindEstimate {
  /** Memory for what is needed to draw it. */
  readonly bytes: number;
}

/** The device that a picture is promised to, and its party. */
export interface Promisee {
  /** The device to which it is announced; null where it is not known. */
  readonly holder: string | null;
  readonly party: DeviceParty;
  /** True for what stands in for the device's own picture: that takes a little more than there is. */
  readonly isSubstitute?: boolean;
}

/** Why there was no room for a promise. */
export type NoRoom = 'time' | 'memory';

interface PromiseLedgerOptions<Key> {
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
  /** The party on whose account it is: of all devices that expect it, the one that is served first. */
  party: DeviceParty;
  /** Devices to which it was announced last. */
  readonly holders: Set<string>;
  announcedMs: number;
  /** Calls that wait for it. */
  waiting: number;
  drawn: boolean;
}

/** What is promised to a party, and not drawn. */
interface Account {
  readonly party: DeviceParty;
  readonly work: ExpectedWork;
  bytes: number;
}

/** Sums of accounts. */
interface Taken {
  readonly quickMs: number;
  readonly slowMs: number;
  readonly bytes: number;
}

/**
 * Each party has an account. A promise looks at its own and at those of the parties before it, as those behind wait for
 * it: so whatever strangers are promised, a device with an entry finds the room that it would find without them.
 */
export class PromiseLedger<Key extends string> {
  readonly #options: PromiseLedgerOptions<Key>;
  /** The one announced longest ago first. */
  readonly #promises = new Map<Key, Promised>();
  /** What was last announced to each device, while that is promised. */
  readonly #heldBy = new Map<string, Key>();
  /** In the order in which they are served. */
  readonly #accounts: readonly Account[] = (['entry', 'adopted', 'stranger'] as const).map((party) => ({
    party,
    work: new ExpectedWork(),
    bytes: 0,
  }));

  constructor(options: PromiseLedgerOptions<Key>) {
    this.#options = options;
  }

  /** Promises that are not kept yet. */
  get size(): number {
    return this.#promises.size;
  }

  /** Time that drawing all that is promised will take one worker. */
  get workMs(): number {
    const { quickMs, slowMs } = this.#taken('stranger');
    return quickMs + slowMs;
  }

  /** Memory for what is needed to draw it. */
  get bytes(): number {
    return this.#taken('stranger').bytes;
  }

  /** True when devices of the config, or of its groups, alone have taken so much that strangers find no room. */
  get isFull(): boolean {
    const { workers, slowWorkers, patienceMs, maxBytes } = this.#options;
    const { quickMs, slowMs, bytes } = this.#taken('adopted');
    const part = PARTY_SHARES.stranger.room;
    const limitMs = patienceMs * part;
    return quickMs >= limitMs * workers || slowMs >= limitMs * slowWorkers || bytes >= maxBytes * part;
  }

  has(key: Key): boolean {
    return this.#promises.has(key);
  }

  /**
   * Promise a picture if it would be drawn in time. Where no others wait there is room for any picture.
   * @returns why there is no room; null when it is promised
   */
  offer(key: Key, work: PictureWork, to: Promisee, nowMs: number): NoRoom | null {
    this.expire(nowMs);
    const shortage = this.has(key) ? null : this.#shortage(work, to);
    if (shortage === null) this.#make(key, work, to, nowMs);
    return shortage;
  }

  /** On whose account a picture is promised; null for one that is not promised. */
  partyOf(key: Key): DeviceParty | null {
    return this.#promises.get(key)?.party ?? null;
  }

  /** Something else was announced to a device: it will not come for what was promised to it. */
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

  /** A picture is fetched. If it was announced to several devices, the others are still to come. */
  noteFetched(key: Key): void {
    const promised = this.#promises.get(key);
    if (promised !== undefined && promised.holders.size <= 1) this.#end(key, promised);
  }

  /** Pictures of a kind take so long, as it turns out. */
  learn(estimate: KindEstimate, party: DeviceParty): void {
    this.#accountOf(party).work.learn(estimate);
  }

  /** End promises that nobody has asked for in their time. */
  expire(nowMs: number): void {
    const lastMs = nowMs - this.#options.lifetimeMs;
    for (const [key, promised] of this.#promises) {
      if (promised.announcedMs > lastMs) return;
      if (promised.waiting > 0)
        this.#make(key, promised.work, { party: promised.party, holder: null }, nowMs);
      else this.#end(key, promised);
    }
  }

  /**
   * A picture must not wait for the others longer than the patience, nor take twice as long with them. Slow ones wait for
   * all others, and for each other on fewer workers. A promise that the device holds ends if the new one is made.
   */
  #shortage(
    { ms, slow, bytes }: PictureWork,
    { holder, party, isSubstitute = false }: Promisee,
  ): NoRoom | null {
    const { workers, slowWorkers, patienceMs, maxBytes } = this.#options;
    const { room, substitutes } = PARTY_SHARES[party];
    const part = isSubstitute ? room + substitutes : room;
    const before = this.#takenWithout(party, this.#endingWith(holder));
    const fits = (othersMs: number, on: number): boolean =>
      othersMs === 0 || (othersMs < patienceMs * part * on && othersMs + wholeMs(ms) <= 2 * patienceMs * on);
    const isInTime = slow
      ? fits(before.slowMs, slowWorkers) && fits(before.quickMs + before.slowMs, workers)
      : fits(before.quickMs, workers);
    if (!isInTime) return 'time';
    return before.bytes > 0 && before.bytes + bytes > maxBytes * part ? 'memory' : null;
  }

  /** What a party and those before it have taken. */
  #taken(party: DeviceParty): Taken {
    const taken = { quickMs: 0, slowMs: 0, bytes: 0 };
    for (const account of this.#accounts) {
      taken.quickMs += account.work.quickMs;
      taken.slowMs += account.work.slowMs;
      taken.bytes += account.bytes;
      if (account.party === party) break;
    }
    return taken;
  }

  /** The same without a promise that ends. */
  #takenWithout(party: DeviceParty, ending: Promised | null): Taken {
    const { quickMs, slowMs, bytes } = this.#taken(party);
    const counts = ending !== null && PARTY_SHARES[ending.party].order <= PARTY_SHARES[party].order;
    if (!counts) return { quickMs, slowMs, bytes };
    const { ms, slow } = this.#accountOf(ending.party).work.of(ending.work.kind);
    return {
      quickMs: quickMs - (slow ? 0 : ms),
      slowMs: slowMs - (slow ? ms : 0),
      bytes: bytes - ending.work.bytes,
    };
  }

  /** What is promised to this device alone, and to be drawn yet. */
  #endingWith(holder: string | null): Promised | null {
    const promised = this.#promises.get(this.#heldBy.get(holder ?? '') as Key);
    if (promised === undefined || promised.drawn) return null;
    return promised.holders.size > 1 || promised.waiting > 0 ? null : promised;
  }

  #accountOf(party: DeviceParty): Account {
    const account = this.#accounts.find((one) => one.party === party);
    if (account === undefined) throw new RangeError(`no account for ${party}`);
    return account;
  }

  /** Make a promise, or renew it; one that was made to a party behind becomes that of the party before. */
  #make(key: Key, work: PictureWork, { holder, party }: Promisee, nowMs: number): void {
    const known = this.#promises.get(key);
    const promised = known ?? {
      work,
      party,
      holders: new Set(),
      announcedMs: nowMs,
      waiting: 0,
      drawn: false,
    };
    if (known === undefined) this.#count(promised);
    else if (PARTY_SHARES[party].order < PARTY_SHARES[known.party].order) this.#move(known, party);
    promised.announcedMs = nowMs;
    this.#promises.delete(key);
    this.#promises.set(key, promised);
    if (holder === null || this.#heldBy.get(holder) === key) return;
    this.release(holder);
    promised.holders.add(holder);
    this.#heldBy.set(holder, key);
  }

  #move(promised: Promised, party: DeviceParty): void {
    const estimate = this.#accountOf(promised.party).work.of(promised.work.kind);
    this.#uncount(promised);
    promised.party = party;
    if (promised.drawn) return;
    const account = this.#accountOf(party);
    account.work.add({ kind: promised.work.kind, ...estimate });
    account.bytes += promised.work.bytes;
  }

  #end(key: Key, promised: Promised): void {
    this.#promises.delete(key);
    for (const holder of promised.holders) this.#heldBy.delete(holder);
    this.#uncount(promised);
    this.#options.onEnd(key);
  }

  #count({ work, party }: Promised): void {
    const account = this.#accountOf(party);
    account.work.add(work);
    account.bytes += work.bytes;
  }

  #uncount({ work, party, drawn }: Promised): void {
    if (drawn) return;
    const account = this.#accountOf(party);
    account.work.remove(work.kind);
    account.bytes -= work.bytes;
  }
}
