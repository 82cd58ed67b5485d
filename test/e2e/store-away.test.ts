/** Two servers that share a Redis which is gone, or has damaged records: what devices see meanwhile. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getDisplay, getImage, startServer, type TestServer } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const DEVICES = 8;

function macOf(n: number): string {
  return `AA:BB:CC:DD:EE:${n.toString(16).toUpperCase().padStart(2, '0')}`;
}

function readingsOf(n: number, wake: number): Record<string, string> {
  return { 'Battery-Voltage': `4.${10 + n}`, RSSI: `-${40 + n + 20 * wake}`, 'FW-Version': '1.8.15' };
}

async function serve(t: TestContext, url: string): Promise<TestServer> {
  const server = await startServer({
    env: { STORE_URL: url, SERVICE_URL_SECRET: 'the same for all servers' },
  });
  t.after(() => server.stop());
  return server;
}

describe('servers whose store is away', () => {
  it('draw what another one has told, with the battery and the signal of that call', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const servers = [await serve(t, redis.url), await serve(t, redis.url)] as const;
    for (let n = 0; n < DEVICES; n++) {
      for (const server of servers) await getDisplay(server, macOf(n), readingsOf(n, 0));
    }
    await redis.kill();
    for (let n = 0; n < DEVICES; n++) {
      const [told, asked] = n % 2 === 0 ? servers : ([servers[1], servers[0]] as const);
      const { image_url: address } = await getDisplay(told, macOf(n), readingsOf(n, 1));
      assert.match(address, /&say=/);
      const { pathname, search } = new URL(address);
      const elsewhere = await getImage(asked.url + pathname + search);
      assert.deepEqual(elsewhere, await getImage(address));
    }
  });
});

describe('a server that has never heard of a device, while the store is away', () => {
  const SIZES: readonly Record<string, string>[] = [
    {},
    { Width: '800', Height: '480' },
    { Width: '1872', Height: '1404' },
    { Width: '250', Height: '122', Model: 'a model that nobody knows' },
    { Model: 'x', Board: 'xiao_epaper_display' },
  ];

  it('draws what another one has told it of, in the size that it said', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const told = await serve(t, redis.url);
    for (const [n, size] of SIZES.entries())
      await getDisplay(told, macOf(n), { ...readingsOf(n, 0), ...size });
    // It begins after the devices have called, and loads none that does not call there.
    const asked = await serve(t, redis.url);
    await redis.kill();
    for (const [n, size] of SIZES.entries()) {
      const readings = { ...readingsOf(n, 1), ...size };
      const { image_url: address } = await getDisplay(told, macOf(n), readings);
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
    const first = await serve(t, redis.url);
    for (let n = 0; n <= DAMAGE.length; n++) await getDisplay(first, macOf(n), readingsOf(n, 0));
    for (const [n, [field, value]] of DAMAGE.entries())
      await redis.command(`HSET stipple:d:{${macOf(n)}} ${field} ${value}`);
    const second = await serve(t, redis.url);
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
