/** Counters of outbound requests, per screen. */

export interface ScreenCounter {
  requests: number;
  /** Requests that got no answer. */
  errors: number;
  cacheHits: number;
  /** Requests that shared another's flight. */
  joined: number;
  /** Bytes of bodies handed to scripts, after decoding. */
  bytes: number;
}

export interface OutboundStats {
  readonly inFlight: number;
  readonly cacheBytes: number;
  readonly cacheEntries: number;
  readonly screens: Readonly<Record<string, Readonly<ScreenCounter>>>;
}

/** Screens beyond this many are counted together. */
const MAX_SCREENS = 1_000;
const OTHERS = '(others)';

export class OutboundCounters {
  readonly #screens = new Map<string, ScreenCounter>();

  of(screenRef: string): ScreenCounter {
    const name = this.#screens.has(screenRef) || this.#screens.size < MAX_SCREENS ? screenRef : OTHERS;
    let counter = this.#screens.get(name);
    if (counter === undefined) {
      counter = { requests: 0, errors: 0, cacheHits: 0, joined: 0, bytes: 0 };
      this.#screens.set(name, counter);
    }
    return counter;
  }

  all(): Record<string, ScreenCounter> {
    return Object.fromEntries([...this.#screens].map(([name, counter]) => [name, { ...counter }]));
  }
}
