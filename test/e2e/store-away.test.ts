/** Two servers that share a Redis which is gone, or has damaged records: what devices see meanwhile. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  getDisplay,
  getDisplayInTurn,
  getImage,
  startServer,
  type TestServer,
} from '../support/server/server.ts';
import { type RedisServer, startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const DEVICES = 8;

function macOf(n: number): string {
  return `AA:BB:CC:DD:EE:${n.toString(16).toUpperCase().padStart(2, '0')}`;
}

function readingsOf(n: number, wake: number): Record<string, string> {
  return { 'Battery-Voltage': `4.${10 + n}`, RSSI: `-${40 + n + 20 * wake}`, 'FW-Version': '1.8.15' };
}

function serve(url: string): Promise<TestServer> {
  return startServer({
    env: { STORE_URL: url, SERVICE_URL_SECRET: 'the same for all servers' },
  });
}

const SIZES: readonly Record<string, string>[] = [
  {},
  { Width: '800', Height: '480' },
  { Width: '1872', Height: '1404' },
  { Width: '250', Height: '122', Model: 'a model that nobody knows' },
  { Model: 'x', Board: 'xiao_epaper_display' },
];
/** The first of the devices that one of the servers has never heard of. */
const UNHEARD = 0x20;

describe('servers whose store is away', () => {
  let redis: RedisServer;
  let servers: readonly [TestServer, TestServer];
  before(async () => {
    redis = await startRedis();
    const one = await serve(redis.url);
    for (const [n, size] of SIZES.entries())
      await getDisplayInTurn(one, macOf(UNHEARD + n), { ...readingsOf(n, 0), ...size });
    // It begins after these devices have called, and loads none that does not call there.
    servers = [one, await serve(redis.url)];
    for (let n = 0; n < DEVICES; n++) {
      for (const server of servers) await getDisplayInTurn(server, macOf(n), readingsOf(n, 0));
    }
    await redis.kill();
  });
  after(async () => {
    for (const server of servers) await server.stop();
    await redis.kill();
  });

  it('draw what another one has told, with the battery and the signal of that call', async () => {
    for (let n = 0; n < DEVICES; n++) {
      const [told, asked] = n % 2 === 0 ? servers : ([servers[1], servers[0]] as const);
      const { image_url: address } = await getDisplay(told, macOf(n), readingsOf(n, 1));
      assert.match(address, /&say=/);
      const { pathname, search } = new URL(address);
      const elsewhere = await getImage(asked.url + pathname + search);
      assert.deepEqual(elsewhere, await getImage(address));
    }
  });

  it('draw for devices that they have never heard of, in the size that those have said', async () => {
    const [told, asked] = servers;
    for (const [n, size] of SIZES.entries()) {
      const readings = { ...readingsOf(n, 1), ...size };
      const { image_url: address } = await getDisplay(told, macOf(UNHEARD + n), readings);
      const { pathname, search } = new URL(address);
      // Modems of devices take addresses of 231 characters.
      assert.ok(address.length < 232, `${address.length} characters: ${address}`);
      const elsewhere = await getImage(asked.url + pathname + search);
      assert.deepEqual(elsewhere, await getImage(address), JSON.stringify(size));
    }
  });
});

describe('a damaged record of one device', () => {
  const DAMAGE = [
    ['identity', 'x', 429],
    ['identity', '{}', 429],
    ['revision', 'x', 429],
    ['seen', 'x', 200],
    ['codes', 'x', 200],
    ['contact', 'x', 200],
  ] as const;

  it('ends no server: the others are served, and nobody takes its place', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const first = await serve(redis.url);
    t.after(() => first.stop());
    for (let n = 0; n <= DAMAGE.length; n++) await getDisplay(first, macOf(n), readingsOf(n, 0));
    for (const [n, [field, value]] of DAMAGE.entries())
      await redis.command(`HSET stipple:d:{${macOf(n)}} ${field} ${value}`);
    const second = await serve(redis.url);
    t.after(() => second.stop());
    await getDisplay(second, macOf(DAMAGE.length), readingsOf(1, 1));
    for (const [n, [field, value, status]] of DAMAGE.entries()) {
      if (status === 200) await getDisplay(second, macOf(n), readingsOf(n, 1));
      else {
        const headers = { ID: macOf(n), 'Access-Token': 'that of a stranger' };
        const stolen = await fetch(`${second.url}/api/display`, { headers });
        await stolen.arrayBuffer();
        assert.notEqual(stolen.status, 200, `${field} ${value}`);
      }
    }
    await redis.command('CLIENT KILL TYPE pubsub');
    await until(async () => (await fetch(`${first.url}/health`)).status === 200);
    await getDisplay(first, macOf(DAMAGE.length), readingsOf(1, 2));
  });
});
