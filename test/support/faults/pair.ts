/** Scenario: two servers, whose clocks are apart, share one Redis, behind a proxy that can be made to fail. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openState } from '../../../src/state/open-state.ts';
import { display, setup } from '../device/calls.ts';
import { macOf } from '../device/mac.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { type RedisServer, startRedis } from '../state/redis-server.ts';
import { until } from '../waiting.ts';
import { crash, type Ending, type Scene } from './scene.ts';
import { startProxy, type TcpProxy } from './tcp-proxy.ts';

/** Servers with one store. */
export interface SharingServers {
  readonly env: Readonly<Record<string, string>>;
  redis: RedisServer;
  servers: readonly ServerProcess[];
  /** Addresses that no device has used. */
  strangers: number;
}

export interface Pair extends SharingServers {
  readonly proxy: TcpProxy;
}

/** As much as clocks that nobody sets may be apart. */
const CLOCK_AHEAD_MS = 30_000;

/** Makes the clock of a server go ahead of the others'. */
const AHEAD = {
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.js'))}`,
  CLOCK_AHEAD_MS: String(CLOCK_AHEAD_MS),
};

export async function openPair(ending: Ending, scene: Scene): Promise<Pair> {
  const redis = await startRedis();
  const proxy = await startProxy(redis.port);
  const env = { STORE_URL: `redis://127.0.0.1:${proxy.port}` };
  const pair: Pair = { proxy, env, redis, servers: [], strangers: 0 };
  ending.after(async () => {
    await proxy.close();
    await pair.redis.kill();
  });
  pair.servers = [await scene.server(env), await scene.server({ ...env, ...AHEAD })];
  scene.fleet.urls = pair.servers.map(({ url }) => url);
  return pair;
}

/** First setups of the same devices, on both servers at once: `setup` of the fleet finds a second key. */
export async function registerAtOnce(
  { servers }: SharingServers,
  { fleet }: Scene,
  count: number,
): Promise<void> {
  const panels = Array.from({ length: count }, () => fleet.add());
  for (let begin = 0; begin < count; begin += 10) {
    const some = panels.slice(begin, begin + 10);
    await Promise.all(some.flatMap((panel) => servers.map(({ url }) => fleet.setup(panel, url))));
  }
  assert.ok(
    panels.every(({ key }) => key !== null),
    'each device has a key',
  );
}

/** One thing that happens to the store, and how it ends. */
export interface StoreFault {
  readonly name: string;
  begin(pair: Pair): unknown;
  end(pair: Pair): unknown;
  /** The servers can keep nothing in the store for as long as it lasts. */
  readonly isAway: boolean;
}

export const STORE_FAULTS: readonly StoreFault[] = [
  {
    name: 'Redis killed, and back with an empty memory',
    isAway: true,
    begin: ({ redis }) => redis.kill(),
    end: async (pair) => {
      pair.redis = await startRedis([], pair.redis.port);
    },
  },
  {
    name: 'a Redis that was emptied',
    isAway: false,
    begin: ({ redis }) => redis.command('FLUSHALL'),
    end: () => undefined,
  },
  {
    name: 'a Redis whose memory is full',
    isAway: true,
    begin: ({ redis }) => redis.command('CONFIG SET maxmemory 1'),
    end: ({ redis }) => redis.command('CONFIG SET maxmemory 0'),
  },
  {
    name: 'Redis stopped by SIGSTOP',
    isAway: true,
    begin: ({ redis }) => redis.signal('SIGSTOP'),
    end: ({ redis }) => redis.signal('SIGCONT'),
  },
  {
    name: 'a connection that swallows all bytes',
    isAway: true,
    begin: ({ proxy }) => proxy.become({ kind: 'swallow' }),
    end: ({ proxy }) => proxy.become({ kind: 'pass' }),
  },
  {
    name: 'a connection that is slow',
    isAway: false,
    begin: ({ proxy }) => proxy.become({ kind: 'delay', ms: 40 }),
    end: ({ proxy }) => proxy.become({ kind: 'pass' }),
  },
  {
    name: 'connections ended by Redis',
    isAway: false,
    begin: ({ redis }) => redis.command('CLIENT KILL TYPE normal SKIPME yes'),
    end: ({ redis }) => redis.command('CLIENT KILL TYPE pubsub'),
  },
  {
    name: 'connections ended by the network',
    isAway: false,
    begin: ({ proxy }) => proxy.drop(),
    end: ({ proxy }) => proxy.drop(),
  },
];

/** Let one thing happen under load, for some milliseconds, and wait until all works again. */
export async function suffer(pair: Pair, scene: Scene, fault: StoreFault, ms: number): Promise<void> {
  const { fleet, tally } = scene;
  fleet.start(2);
  await fault.begin(pair);
  const over = performance.now() + ms;
  const known = fleet.panels.slice(0, 20);
  let number = 0;
  while (performance.now() < over) {
    for (const { url } of pair.servers) {
      // No wait for the end of the load: known devices are served now.
      const panel = known[number++ % known.length];
      if (panel !== undefined) await fleet.display(panel, '4.000', url);
      if (fault.isAway && number % 10 < 2) await checkStranger(pair, scene, url);
    }
  }
  await fault.end(pair);
  const begin = performance.now();
  await until(() => adopts(pair), 'new devices are adopted on both servers');
  tally.noteFault(fault.name, performance.now() - begin);
  await fleet.rest();
  await checkDevices(pair, scene);
}

/** Somebody else may own the address: it is told to come back later. */
async function checkStranger(pair: Pair, { tally }: Scene, url: string): Promise<void> {
  const mac = macOf('06', pair.strangers++);
  const { status, body } = await display({ url }, mac, 'mine');
  if (status !== 429) tally.violate(`an unknown device got ${status} while the store was away`);
  const { pathname, search } = new URL(body.image_url);
  const picture = await fetch(url + pathname + search);
  await picture.arrayBuffer();
  if (picture.status !== 200) tally.violate(`the picture of an unknown device: ${picture.status}`);
}

/** Whether a new device gets one key, on whatever server. */
export async function adopts(pair: SharingServers): Promise<boolean> {
  const mac = macOf('0A', pair.strangers++);
  const keys: unknown[] = [];
  for (const server of pair.servers) keys.push((await setup(server, mac)).body.api_key);
  return keys.every((key) => key !== null && key === keys[0]);
}

/** The store can be read, and knows each device by its key; so does each server. */
export async function checkDevices({ redis, servers }: SharingServers, { fleet }: Scene): Promise<void> {
  const state = await openState(redis.url);
  assert.ok(state.ok, state.ok ? '' : state.error);
  const { devices } = state.value;
  try {
    for (const { mac, key } of fleet.panels) {
      if (key === null) continue;
      await until(async () => (await devices.get(mac))?.identity.includes(key), `the store knows ${mac}`);
    }
  } finally {
    await state.value.close();
  }
  for (const { url } of servers) await fleet.checkKeys(url);
}

/** A server dies, the other one serves on; a new one knows all devices. */
export async function loseServer(pair: Pair, scene: Scene): Promise<void> {
  const { fleet, tally } = scene;
  const [first, second] = pair.servers;
  assert.ok(first && second);
  fleet.start(2);
  const enough = tally.calls + 30;
  await until(() => tally.calls >= enough, 'devices have called');
  await crash(first);
  fleet.urls = [second.url];
  const begin = performance.now();
  const more = tally.calls + 30;
  await until(() => tally.calls >= more, 'the other server serves on');
  pair.servers = [second, await scene.server(pair.env)];
  fleet.urls = pair.servers.map(({ url }) => url);
  tally.noteFault('one of two servers killed', performance.now() - begin);
  await fleet.rest();
  await checkDevices(pair, scene);
}

/** Servers are replaced by new ones under load: each of them, or so many. */
export async function replaceServers(pair: Pair, scene: Scene, count = pair.servers.length): Promise<void> {
  const { fleet, tally } = scene;
  fleet.start(2);
  for (const old of pair.servers.slice(0, count)) {
    const next = await scene.server(pair.env);
    const others = pair.servers.filter((server) => server !== old);
    pair.servers = [...others, next];
    fleet.urls = pair.servers.map(({ url }) => url);
    const begin = performance.now();
    await old.stop();
    tally.noteFault('a server replaced', performance.now() - begin);
  }
  await fleet.rest();
  await checkDevices(pair, scene);
}
