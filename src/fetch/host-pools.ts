/**
 * Connection pools, one a host, the longest unused going first.
 *
 * Not undici's Agent: in 7.30 a pool that is closing down there takes its successor for the same host with it, so
 * that after one broken connection every request opens a new one.
 */
import { LRUCache } from 'lru-cache';
import { type buildConnector, Pool } from 'undici';

export interface HostPoolOptions {
  readonly connect: buildConnector.connector;
  readonly connectionsPerHost: number;
  readonly maxHosts: number;
  readonly keepAliveMs: number;
  /** Longest silence before and between the parts of an answer. */
  readonly silenceMs: number;
}

export class HostPools {
  readonly #pools: LRUCache<string, Pool>;
  readonly #options: Pool.Options;

  constructor(options: HostPoolOptions) {
    this.#options = {
      connect: options.connect,
      connections: options.connectionsPerHost,
      pipelining: 1,
      keepAliveTimeout: options.keepAliveMs,
      keepAliveMaxTimeout: options.keepAliveMs,
      headersTimeout: options.silenceMs,
      bodyTimeout: options.silenceMs,
    };
    this.#pools = new LRUCache({
      max: options.maxHosts,
      // What is under way on it is finished first.
      dispose: (pool, _, reason) => {
        if (reason === 'evict') void pool.close();
      },
    });
  }

  /** The pool for the host, port and protocol of a URL. */
  of({ origin }: URL): Pool {
    let pool = this.#pools.get(origin);
    if (pool === undefined) {
      pool = new Pool(origin, this.#options);
      this.#pools.set(origin, pool);
    }
    return pool;
  }

  /** Close all connections at once; requests under way fail. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }
}
