/** Counts outbound requests for each screen. */
import { BoundedNames } from '../../platform/base/bounded-names.ts';
import { LIMITS } from '../../platform/base/limits.ts';

/** Counters of one screen. */
export interface ScreenCounter {
  requests: number;
  /** Requests without an answer. */
  errors: number;
  cacheHits: number;
  /** Requests that were answered from the state store: by an earlier process, or by another server. */
  storeHits: number;
  /** Requests that were made before a kept answer was too old. They are not counted as requests of the script. */
  earlyRefreshes: number;
  /** Requests that shared the answer of an equal one under way. */
  joined: number;
  /** Bytes of bodies handed to scripts, after decoding. */
  bytes: number;
}

/** Figures of the outbound HTTP client. */
export interface OutboundStats {
  readonly inFlight: number;
  readonly cacheBytes: number;
  readonly cacheEntries: number;
  readonly screens: Readonly<Record<string, Readonly<ScreenCounter>>>;
}

/** The counters of all screens since the start of the server. */
export class OutboundCounters {
  readonly #names = new BoundedNames(LIMITS.metricScreens);
  readonly #screens = new Map<string, ScreenCounter>();

  /** The counter of a screen, to be increased. */
  of(screenRef: string): ScreenCounter {
    const name = this.#names.of(screenRef);
    let counter = this.#screens.get(name);
    if (counter === undefined) {
      counter = {
        requests: 0,
        errors: 0,
        cacheHits: 0,
        storeHits: 0,
        earlyRefreshes: 0,
        joined: 0,
        bytes: 0,
      };
      this.#screens.set(name, counter);
    }
    return counter;
  }

  /** A copy of all counters, by screen. */
  all(): Record<string, ScreenCounter> {
    return Object.fromEntries([...this.#screens].map(([name, counter]) => [name, { ...counter }]));
  }
}
