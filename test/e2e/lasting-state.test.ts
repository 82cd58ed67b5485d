/** Servers whose state outlives them: real processes on a folder, and two of them on a real Redis. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { postLog, setup } from '../support/device/calls.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { TOKEN } from '../support/server/admin.ts';
import { deviceHeaders, getImage } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { type RedisServer, startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const RESET = 'AA:BB:CC:DD:EE:04';
const SCREENS = {
  'plain.lua': 'return { data = { text = device.battery_voltage }, refresh_rate = 600 }',
  'plain.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99">{{ data.text }}</text></svg>',
};

async function serve(t: TestContext, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const secret = { SERVICE_URL_SECRET: 'the same for all servers', COMPOSE_THREADS: '1' };
  const server = await startServerProcess({ screens: SCREENS, env: { ...secret, ...env } });
  t.after(() => server.stop());
  return server;
}

/** What a call has noted is written a moment after its answer. */
async function moment(): Promise<void> {
  const end = performance.now() + 200;
  await until(() => performance.now() > end);
}

async function redisFor(t: TestContext): Promise<RedisServer> {
  const redis = await startRedis();
  t.after(() => redis.kill());
  return redis;
}

async function display(server: ServerProcess, token: string, mac = MAC): Promise<Response> {
  const headers = { ...deviceHeaders(mac, { 'Battery-Voltage': '4.1' }), 'Access-Token': token };
  return fetch(`${server.url}/api/display`, { headers });
}

describe('a server with its state in a folder', () => {
  it('knows its devices after it was killed: no other key, no other owner, the same picture, and that one was reset', async (t) => {
    const env = { STORE_URL: `file:${path.join(tempTree(t), 'state')}` };
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const before = await serve(t, env);
    const first = (await setup(before, MAC)).body;
    const shown = await display(before, first.api_key ?? '');
    assert.equal(shown.status, 200);
    const told = (await shown.json()) as { filename: string; image_url: string };
    const picture = await getImage(told.image_url);
    assert.equal((await postLog(before, MAC, first.api_key ?? '')).status, 200);
    await moment();
    const lost = (await setup(before, RESET)).body;
    const reset = await fetch(`${before.url}/api/admin/devices/${RESET}/reset`, { method: 'POST', headers });
    assert.equal(reset.status, 200);
    const ended = once(before.child, 'close');
    before.child.kill('SIGKILL');
    await ended;

    const after = await serve(t, env);
    // Whoever only knows the address gets nothing.
    const thief = await display(after, 'stolen');
    assert.equal(thief.status, 401);
    await thief.arrayBuffer();
    const again = (await setup(after, MAC)).body;
    assert.deepEqual([again.api_key, again.friendly_id], [first.api_key, first.friendly_id]);
    const url = new URL(told.image_url);
    assert.deepEqual(await getImage(`${after.url}${url.pathname}${url.search}`), picture);
    const next = await display(after, first.api_key ?? '');
    assert.equal(((await next.json()) as { filename: string }).filename, told.filename);
    const logs = await fetch(`${after.url}/api/admin/devices/${MAC}/logs`, { headers });
    assert.deepEqual(await logs.json(), { logs: [{ id: 1 }] });
    const second = (await setup(after, RESET)).body;
    assert.ok(second.api_key !== null && second.api_key !== lost.api_key);
  });

  it('is not made by a look at the status', async (t) => {
    const folder = tempTree(t);
    const { code, out } = await runCommand(folder, ['status'], { STORE_URL: 'file:state' });
    assert.equal(code, 0);
    assert.match(out, /^servers\s+STORE_URL: file:.*state does not exist$/m);
    assert.ok(!existsSync(path.join(folder, 'state')));
  });

  it('says in one line why a store cannot be used, and does not start', async (t) => {
    const file = path.join(tempTree(t, { state: 'a file' }), 'state');
    for (const [url, message] of [
      [`file:${file}`, /expected a folder|not a folder|a file/i],
      ['file://host/state', /expected a folder of this machine after file:, got a host/],
      ['ftp://store', /expected file:<folder>, redis:/],
    ] as const) {
      const { code, err } = await runCommand(tempTree(t), ['serve'], { STORE_URL: url });
      assert.equal(code, 78, err);
      assert.match(err, message);
      assert.equal(err.trim().split('\n').length, 1, err);
    }
  });
});

describe('two servers on one Redis', () => {
  it('serve one device in turns, with one key and equal pictures, also while Redis is away', async (t) => {
    const redis = await redisFor(t);
    const env = { STORE_URL: redis.url };
    const [one, two] = [await serve(t, env), await serve(t, env)];
    const { out } = await runCommand(tempTree(t), ['status'], env);
    assert.match(out, /^store\s+Redis at 127\.0\.0\.1:\d+$/m);
    assert.equal(out.match(/config [0-9a-f]{12}, since/g)?.length, 2, out);
    assert.doesNotMatch(out, /they differ/);
    const keys = await Promise.all([one, two].map(async (server) => (await setup(server, MAC)).body.api_key));
    assert.ok(keys[0] !== null && keys[0] === keys[1], String(keys));
    const shown = await display(one, keys[0] ?? '');
    const told = (await shown.json()) as { filename: string; image_url: string };
    await moment();
    const url = new URL(told.image_url);
    const picture = await getImage(`${two.url}${url.pathname}${url.search}`);
    assert.deepEqual(picture, await getImage(told.image_url));
    const other = await display(two, keys[0] ?? '');
    assert.equal(((await other.json()) as { filename: string }).filename, told.filename);
    const thief = await display(two, 'stolen');
    assert.equal(thief.status, 401);

    // While Redis is away, they serve known devices, and adopt no others.
    await redis.kill();
    assert.equal((await display(two, keys[0] ?? '')).status, 200);
    assert.equal((await fetch(`${two.url}/health`)).status, 200);
    assert.equal((await fetch(`${two.url}/ready`)).status, 200);
    const unknown = await display(two, 'mine', 'AA:BB:CC:DD:EE:02');
    assert.equal(unknown.status, 429);
    assert.ok((await getImage(((await unknown.json()) as { image_url: string }).image_url)).length > 0);
    assert.equal((await setup(two, 'AA:BB:CC:DD:EE:03')).body.api_key, null);
  });
});
