/** Several servers with the same repos, each with a connection of its own to one real Redis. */
import assert from 'node:assert/strict';
import { after, before, type TestContext } from 'node:test';
import type { RepoEntry } from '../../../src/screens/repos/fetch-run.ts';
import type { State } from '../../../src/state/state.ts';
import { accepted } from '../config/read-config.ts';
import { opened } from '../state/engines.ts';
import { type RedisServer, startRedis } from '../state/redis-server.ts';
import { garden, type OpenOptions, type OpenRepos, openRepos } from './open-repos.ts';

/** A server, and its connection. */
export interface SharingServer extends OpenRepos {
  readonly state: State;
}

/** An empty store that servers can share. */
export interface SharedStore {
  readonly url: string;
  readonly redis: RedisServer;
  /** What a test itself reads and writes. */
  readonly state: State;
  /** Start a server. It has a cache of its own, unless the options name one. */
  serve(config: string, options?: OpenOptions & { readonly leaseMs?: number }): Promise<SharingServer>;
}

/** Make stores for the tests of one file; Redis runs as long as they do. */
export function sharedStores(): (t: TestContext) => Promise<SharedStore> {
  let redis: RedisServer | null = null;
  let stores = 0;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis?.kill());
  return (t) => {
    if (redis === null) throw new Error('Redis runs only while there are tests');
    return storeOn(t, redis, `?prefix=${stores++}:`);
  };
}

/** A store on this Redis. */
export async function storeOn(t: TestContext, redis: RedisServer, query = ''): Promise<SharedStore> {
  const url = `${redis.url}${query}`;
  return {
    ...{ url, redis, state: await opened(t, url) },
    serve: async (config, { leaseMs, ...options } = {}) => {
      const state = await opened(t, url);
      const shared = leaseMs === undefined ? { state } : { state, leaseMs };
      return { ...openRepos(t, config, { ...options, shared }), state };
    },
  };
}

/** An entry of a config. */
export function parsedEntry(repo: string, pin: string | null): RepoEntry {
  const entry = accepted(garden(repo, pin === null ? {} : { pin })).snapshot.screenRepos.get('garden');
  assert.ok(entry);
  return { ...entry, token: null };
}
