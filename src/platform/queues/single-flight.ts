/** Does equal work that several callers want at the same time only once; each caller keeps its own deadline. */
import { PARTIES, type Party } from '../base/party-shares.ts';

/** A caller has stopped waiting. The message says why. */
export class WaitEndedError extends Error {}

interface SharedRequest<T> {
  readonly answer: Promise<T>;
  readonly aborter: AbortController;
  /** Callers that wait for the answer. */
  subscribers: number;
  isSettled: boolean;
}

/** How long a caller waits. */
export interface SubscriberOptions {
  /** Each of these ends the caller's wait. */
  readonly signals: readonly AbortSignal[];
  /** How long the caller asked to wait in all: what its error names. */
  readonly timeoutMs: number;
  /** How much of that is over already. */
  readonly spentMs?: number;
  /** Called when the request of another caller is shared. */
  readonly onJoined: () => void;
}

/** Requests under way, shared by key. */
export class SingleFlight<T> {
  readonly #shared = new Map<string, SharedRequest<T>>();
  #size = 0;

  /** Number of requests under way. */
  get size(): number {
    return this.#size;
  }

  /** True while a request of this key is under way. */
  has(key: string): boolean {
    return this.#shared.has(key);
  }

  /**
   * Wait for the answer of the request that is under way for the key, else of the one that `start` makes.
   * A request is aborted when its last subscriber has stopped waiting.
   * @param key  equal for equal requests; null for a request that is never shared
   * @throws {unknown} the error of the request
   * @throws {WaitEndedError} the subscriber's time is up, or one of its signals was aborted
   */
  async join(
    key: string | null,
    start: (signal: AbortSignal) => Promise<T>,
    options: SubscriberOptions,
  ): Promise<T> {
    const known = key === null ? undefined : this.#shared.get(key);
    if (known !== undefined) options.onJoined();
    const request = known ?? this.#start(key, start);
    request.subscribers += 1;
    const cancellation = new Cancellation(options);
    try {
      return await Promise.race([request.answer, cancellation.promise]);
    } finally {
      cancellation.clear();
      request.subscribers -= 1;
      // Aborting an answered request would make undici close its connection.
      if (request.subscribers === 0 && !request.isSettled) {
        // Removed first, so that no other caller joins a request that is being aborted.
        this.#remove(key, request);
        request.aborter.abort();
      }
    }
  }

  #start(key: string | null, start: (signal: AbortSignal) => Promise<T>): SharedRequest<T> {
    const aborter = new AbortController();
    this.#size += 1;
    const answer = start(aborter.signal).finally(() => {
      this.#size -= 1;
      request.isSettled = true;
      this.#remove(key, request);
    });
    // When all subscribers have stopped waiting, its error would count as unhandled.
    answer.catch(() => {});
    const request: SharedRequest<T> = { answer, aborter, subscribers: 0, isSettled: false };
    if (key !== null) this.#shared.set(key, request);
    return request;
  }

  #remove(key: string | null, request: SharedRequest<T>): void {
    if (key !== null && this.#shared.get(key) === request) this.#shared.delete(key);
  }
}

/**
 * The key under which one of a party shares work: that of its own party, or of one that is served before where such work is
 * under way. The work of a party behind may still be waiting for its turn.
 */
export function flightOf(flights: Pick<SingleFlight<unknown>, 'has'>, key: string, party: Party): string {
  const own = `${party} ${key}`;
  const before = PARTIES.slice(0, PARTIES.indexOf(party)).map((one) => `${one} ${key}`);
  return before.find((flight) => flights.has(flight)) ?? own;
}

/** A promise that rejects when a subscriber has to stop waiting. */
class Cancellation {
  readonly promise: Promise<never>;
  readonly #signals: readonly AbortSignal[];
  readonly #timer: NodeJS.Timeout;
  readonly #cancel: () => void;

  constructor({ signals, timeoutMs, spentMs = 0 }: SubscriberOptions) {
    const { promise, reject } = rejectable();
    this.promise = promise;
    this.#signals = signals;
    this.#cancel = () => reject(new WaitEndedError('the request was cancelled'));
    this.#timer = setTimeout(
      () => reject(new WaitEndedError(`no complete answer within ${timeoutMs / 1000} s`)),
      Math.max(0, timeoutMs - spentMs),
    );
    for (const signal of signals) {
      if (signal.aborted) this.#cancel();
      signal.addEventListener('abort', this.#cancel);
    }
  }

  /** Release the timer and the signals. */
  clear(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#cancel);
  }
}

function rejectable(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  promise.catch(() => {});
  return { promise, reject };
}
