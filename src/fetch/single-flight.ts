/** Work under way that several callers want: it is done once, and each caller keeps its own deadline. */
import { Refusal } from './refusal.ts';

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly aborter: AbortController;
  subscribers: number;
  isOver: boolean;
}

export interface SubscriberOptions {
  /** Any of these ends the wait. */
  readonly signals: readonly AbortSignal[];
  readonly timeoutMs: number;
  /** Called when another caller has started the work already. */
  readonly onJoined: () => void;
}

export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();
  #size = 0;

  /** Flights under way. */
  get size(): number {
    return this.#size;
  }

  /**
   * Wait for the answer of `start`, or of the flight that is already under way for the key (null: never shared).
   * A flight is aborted when its last subscriber has left. Rejects with the flight's error, or when the subscriber's
   * time is up or one of its signals fires.
   */
  async join(
    key: string | null,
    start: (signal: AbortSignal) => Promise<T>,
    options: SubscriberOptions,
  ): Promise<T> {
    const known = key === null ? undefined : this.#flights.get(key);
    if (known !== undefined) options.onJoined();
    const flight = known ?? this.#start(key, start);
    flight.subscribers += 1;
    const subscriber = new Subscriber(options);
    try {
      return await Promise.race([flight.answer, subscriber.left]);
    } finally {
      subscriber.clear();
      flight.subscribers -= 1;
      // When it is over there is nothing to abort, but undici would still close the connection.
      if (flight.subscribers === 0 && !flight.isOver) {
        // A flight that is being aborted takes no new subscribers.
        if (key !== null && this.#flights.get(key) === flight) this.#flights.delete(key);
        flight.aborter.abort();
      }
    }
  }

  #start(key: string | null, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const aborter = new AbortController();
    this.#size += 1;
    const answer = start(aborter.signal).finally(() => {
      this.#size -= 1;
      flight.isOver = true;
      if (key !== null && this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    // With no subscriber left, nobody else handles its error.
    answer.catch(() => {});
    const flight: Flight<T> = { answer, aborter, subscribers: 0, isOver: false };
    if (key !== null) this.#flights.set(key, flight);
    return flight;
  }
}

/** One caller that waits. */
class Subscriber {
  /** Rejects when the caller leaves before the answer is there. */
  readonly left: Promise<never>;
  readonly #signals: readonly AbortSignal[];
  readonly #timer: NodeJS.Timeout;
  readonly #leave: () => void;

  constructor({ signals, timeoutMs }: SubscriberOptions) {
    const { promise, reject } = rejectable();
    this.left = promise;
    this.#signals = signals;
    this.#leave = () => reject(new Refusal('the request was cancelled'));
    this.#timer = setTimeout(
      () => reject(new Refusal(`no complete answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    for (const signal of signals) {
      if (signal.aborted) this.#leave();
      signal.addEventListener('abort', this.#leave);
    }
  }

  clear(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#leave);
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
