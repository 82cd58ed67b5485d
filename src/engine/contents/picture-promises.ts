/**
 * Decides whether a picture may be announced to a device: only if it will be drawn in time. What is promised stays in the
 * store until it is fetched, so that the image call is never refused.
 */

import type { ContentHash } from '../../domain/content-hash.ts';
import type { ViewerId } from '../../domain/frame.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { type DeviceParty, PARTY_SHARES, type Party } from '../../platform/base/party-shares.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import { type NoRoom, type PictureWork, type Promisee, PromiseLedger } from '../scheduling/promise-ledger.ts';
import { type Content, type ContentStore, contentBytes } from './content-store.ts';

/** Whom a picture is promised to. */
export interface PromiseTo {
  /** Null where it is not known. */
  readonly device: ViewerId | null;
  /** Whoever causes it: for a call that anybody can make in a device's name, that is a stranger. */
  readonly party: DeviceParty;
  /** True for what stands in for the device's own picture. */
  readonly isSubstitute?: boolean;
  /** True when the same picture was announced to the device before: it shows it, and seldom fetches it again. */
  readonly isShown: boolean;
}

interface PicturePromisesOptions {
  readonly store: ContentStore;
  readonly pool: RasterPool;
  /** A picture is not expected to be fetched, or has been. */
  readonly onEnd: (hash: ContentHash) => void;
}

export class PicturePromises {
  readonly #store: ContentStore;
  readonly #pool: RasterPool;
  readonly #ledger: PromiseLedger<ContentHash>;
  /** Calls of devices that were asked to come back since the start, for metrics. */
  readonly refused: Record<NoRoom, number> = { time: 0, memory: 0 };

  constructor({ store, pool, onEnd }: PicturePromisesOptions) {
    this.#store = store;
    this.#pool = pool;
    this.#ledger = new PromiseLedger({
      workers: pool.width,
      slowWorkers: pool.slowWidth,
      patienceMs: LIMITS.promisePatienceMs,
      maxBytes: LIMITS.promisedBytes,
      lifetimeMs: LIMITS.promiseMs,
      onEnd: (hash) => {
        store.letGo(hash);
        onEnd(hash);
      },
    });
  }

  /** Time that drawing all that is promised will take one worker, in ms. */
  get workMs(): number {
    this.#ledger.expire(monotonicMs());
    return this.#ledger.workMs;
  }

  /** True when devices are asked to come back: drawing what is promised makes room for more. */
  get isFull(): boolean {
    return this.#ledger.isFull;
  }

  /** Promise a picture to a device. False where it would not be drawn in time: it must not be announced to the device. */
  offer(content: Content, to: PromiseTo): boolean {
    const { hash } = content;
    const { device, party, isSubstitute = false, isShown } = to;
    if (this.#store.picture(hash) !== null || (isShown && !this.#ledger.has(hash))) {
      if (device !== null) this.#ledger.release(device);
      return true;
    }
    const shortage = this.#make(content, { holder: device, party, isSubstitute });
    if (shortage !== null && !isSubstitute) this.refused[shortage] += 1;
    return shortage === null;
  }

  /**
   * Somebody asks for a picture that is not drawn.
   * @param party  who asks; those who make no promises come behind them
   * @returns whether it is promised; if not, those that are go first. And a function to be called when the wait has ended
   */
  ask(content: Content, party: Party): { readonly isPromised: boolean; readonly end: () => void } {
    const { hash } = content;
    const isPromised =
      this.#ledger.has(hash) || this.#make(content, { holder: null, party: ofDevice(party) }) === null;
    return { isPromised, end: this.#ledger.await(hash) };
  }

  /** For whom a picture is promised; null for one that is not. */
  partyOf(hash: ContentHash): DeviceParty | null {
    return this.#ledger.partyOf(hash);
  }

  /** A picture is in the store. */
  noteDrawn(hash: ContentHash): void {
    this.#ledger.noteDrawn(hash);
  }

  /** A picture was handed to somebody. */
  noteFetched(hash: ContentHash): void {
    this.#ledger.noteFetched(hash);
  }

  /** A picture like this one was drawn: it is better known how long they take. */
  learnFrom(content: Content): void {
    for (const party of DEVICES) this.#ledger.learn(this.#pool.expect(content, party), party);
  }

  #make(content: Content, to: Promisee): NoRoom | null {
    const { hash } = content;
    const before = this.#ledger.partyOf(hash);
    const shortage = this.#ledger.offer(hash, this.#workOf(content, to.party), to, monotonicMs());
    if (shortage !== null) return shortage;
    const { held } = PARTY_SHARES[this.#ledger.partyOf(hash) ?? to.party];
    if (before === null) this.#store.hold(hash, held);
    else if (before !== this.#ledger.partyOf(hash)) this.#store.holdMore(hash, held);
    return null;
  }

  #workOf(content: Content, party: DeviceParty): PictureWork {
    return { ...this.#pool.expect(content, party), bytes: contentBytes(content) };
  }
}

const DEVICES: readonly DeviceParty[] = ['entry', 'adopted', 'stranger'];

/** Admins and the engine make no promises: what they ask for without one goes behind those of devices. */
function ofDevice(party: Party): DeviceParty {
  return party === 'entry' || party === 'adopted' ? party : 'stranger';
}
