/**
 * Connection pools, one for each host and party: a party's connections look names up in its share. Beyond the limit the pool that was not used for the longest time is closed.
 *
 * undici's Agent (7.30) is not used: there, a pool that is closing removes its successor for the same host, so that
 * after one broken connection every request opens a new one.
 */
import { LRUCache } from 'lru-cache';
import { type buildConnector, Pool } from 'undici';
import type { Party } from '../../platform/base/party-shares.ts';
import { type HostAsker, HostLines } from './host-lines.ts';

interface HostPoolOptions {
  /** Opens the connections of a party. */
  readonly connect: (party: Party) => buildConnector.connector;
  readonly connectionsPerHost: number;
  readonly maxHosts: number;
  readonly keepAliveMs: number;
  /** Longest time without data, before and within an answer. */
  readonly silenceMs: number;
}

/** The connection pools of all hosts. */
export class HostPools {
  readonly #pools: LRUCache<string, Pool>;
  readonly #options: Omit<Pool.Options, 'connect'>;
  readonly #connect: (party: Party) => buildConnector.connector;
  readonly #lines: HostLines;

  constructor(options: HostPoolOptions) {
    this.#lines = new HostLines(options.connectionsPerHost, options.silenceMs);
    this.#connect = options.connect;
    this.#options = {
      connections: options.connectionsPerHost,
      pipelining: 1,
      keepAliveTimeout: options.keepAliveMs,
      keepAliveMaxTimeout: options.keepAliveMs,
      headersTimeout: options.silenceMs,
      bodyTimeout: options.silenceMs,
    };
    this.#pools = new LRUCache({
      max: options.maxHosts,
      // `close` lets requests under way end.
      dispose: (pool, _, reason) => {
        if (reason === 'evict') void pool.close();
      },
    });
  }

  /**
   * Wait until the host of a URL may be asked; the function that is returned is called when it has answered.
   * @throws {OutboundError} the turn did not come
   */
  enter(url: URL, asker: HostAsker): Promise<() => void> {
    return this.#lines.enter(url, asker);
  }

  /** The pool of a party for the protocol, host and port of a URL. */
  of({ origin }: URL, { party }: HostAsker): Pool {
    const key = `${party} ${origin}`;
    let pool = this.#pools.get(key);
    if (pool === undefined) {
      pool = new Pool(origin, { ...this.#options, connect: this.#connect(party) });
      this.#pools.set(key, pool);
    }
    return pool;
  }

  /** Close all connections at once; requests under way fail. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }
}
