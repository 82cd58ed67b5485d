/**
 * Decides whether a device may be told of a picture: only if it will be drawn in time. What is promised stays in the
 * store until it is fetched, so that the image call is never refused.
 */
import { monotonicMs } from '../base/clock.ts';
import { LIMITS } from '../base/limits.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import type { ViewerId } from '../domain/frame.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import {
  type NoRoom,
  type PictureWork,
  PromiseLedger,
  type PromiseShare,
} from '../scheduling/promise-ledger.ts';
import { type Content, type ContentStore, contentBytes } from '../store/content-store.ts';

/** Whom a picture is promised to. */
export interface PromiseTo {
  /** Null where it is not known. */
  readonly device: ViewerId | null;
  readonly share: PromiseShare;
  /** True when the device was told of the same picture before: it shows it, and seldom fetches it again. */
  readonly isShown: boolean;
}

export interface PicturePromisesOptions {
  readonly store: ContentStore;
  readonly pool: RasterPool;
  /** A picture is not expected to be fetched, or has been. */
  readonly onEnd: (hash: ContentHash) => void;
}

export class PicturePromises {
  readonly #store: ContentStore;
  readonly #pool: RasterPool;
  readonly #ledger: PromiseLedger<ContentHash>;
  /** Calls of devices that were told to come back since the start, for metrics. */
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

  /** True when devices are told to come back: drawing what is promised makes room for more. */
  get isFull(): boolean {
    return this.#ledger.isFull;
  }

  /** Promise a picture to a device. False where it would not be drawn in time: the device must not be told of it. */
  offer(content: Content, to: PromiseTo): boolean {
    const { hash } = content;
    const { device, share, isShown } = to;
    if (this.#store.picture(hash) !== null || (isShown && !this.#ledger.has(hash))) {
      if (device !== null) this.#ledger.release(device);
      return true;
    }
    const lack = this.#make(content, share, device);
    if (lack !== null && share !== 'substitute') this.refused[lack] += 1;
    return lack === null;
  }

  /**
   * Somebody asks for a picture that is not drawn.
   * @returns whether it is promised; if not, those that are go first. And a function to be called when the wait has ended
   */
  ask(content: Content): { readonly isPromised: boolean; readonly end: () => void } {
    const { hash } = content;
    const isPromised = this.#ledger.has(hash) || this.#make(content, 'stranger', null) === null;
    return { isPromised, end: this.#ledger.await(hash) };
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
    this.#ledger.learn(this.#pool.expect(content));
  }

  #make(content: Content, share: PromiseShare, device: ViewerId | null): NoRoom | null {
    const { hash } = content;
    const isNew = !this.#ledger.has(hash);
    const lack = this.#ledger.offer(hash, this.#workOf(content), share, device, monotonicMs());
    if (lack === null && isNew) this.#store.hold(hash);
    return lack;
  }

  #workOf(content: Content): PictureWork {
    return { ...this.#pool.expect(content), bytes: contentBytes(content) };
  }
}
