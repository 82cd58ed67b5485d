/** Requests under way: equal ones share a flight, each caller keeps its own deadline. */
import { OutboundError } from './outbound-error.ts';
import type { FetchAnswer } from './request.ts';

interface Flight {
  readonly answer: Promise<FetchAnswer>;
  readonly aborter: AbortController;
  passengers: number;
  landed: boolean;
}

export interface PassengerOptions {
  /** Any of these ends the wait. */
  readonly signals: readonly AbortSignal[];
  readonly timeoutMs: number;
  readonly onJoined: () => void;
}

export class Flights {
  readonly #flights = new Map<string, Flight>();
  #size = 0;

  /** Flights in the air. */
  get size(): number {
    return this.#size;
  }

  /**
   * Wait for the answer of `start`, or of the flight that is already under way for the key (null: never shared).
   * A flight is aborted when its last passenger has left. Rejects with the flight's error, or when the passenger's
   * time is up or a signal of his fires.
   */
  async join(
    key: string | null,
    start: (signal: AbortSignal) => Promise<FetchAnswer>,
    options: PassengerOptions,
  ): Promise<FetchAnswer> {
    const known = key === null ? undefined : this.#flights.get(key);
    if (known !== undefined) options.onJoined();
    const flight = known ?? this.#start(key, start);
    flight.passengers += 1;
    const leave = new Departure(options);
    try {
      return await Promise.race([flight.answer, leave.promise]);
    } finally {
      leave.clear();
      flight.passengers -= 1;
      // After the landing there is nothing to abort, but undici would still close the connection.
      if (flight.passengers === 0 && !flight.landed) {
        // Nobody may join a flight that is being aborted.
        if (key !== null && this.#flights.get(key) === flight) this.#flights.delete(key);
        flight.aborter.abort();
      }
    }
  }

  #start(key: string | null, start: (signal: AbortSignal) => Promise<FetchAnswer>): Flight {
    const aborter = new AbortController();
    this.#size += 1;
    const answer = start(aborter.signal).finally(() => {
      this.#size -= 1;
      flight.landed = true;
      if (key !== null && this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    // With no passenger left, nobody else looks at its error.
    answer.catch(() => {});
    const flight: Flight = { answer, aborter, passengers: 0, landed: false };
    if (key !== null) this.#flights.set(key, flight);
    return flight;
  }
}

/** A promise that rejects when a passenger has to leave early. */
class Departure {
  readonly promise: Promise<never>;
  readonly #signals: readonly AbortSignal[];
  readonly #timer: NodeJS.Timeout;
  readonly #leave: () => void;

  constructor({ signals, timeoutMs }: PassengerOptions) {
    const { promise, reject } = rejectable();
    this.promise = promise;
    this.#signals = signals;
    this.#leave = () => reject(new OutboundError('the request was cancelled'));
    this.#timer = setTimeout(
      () => reject(new OutboundError(`no complete answer within ${timeoutMs / 1000} s`)),
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
