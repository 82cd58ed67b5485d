/** Devices that an admin forgets, and devices that have forgotten their key: before and after a restart. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { display, postLog, setup } from '../support/device/calls.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { type RedisServer, startRedis } from '../support/state/redis-server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
/** Devices without an entry, one for each test. */
const [OTHER, THIRD] = ['AA:BB:CC:DD:EE:02', 'AA:BB:CC:DD:EE:03'] as const;
/** Devices of the config that lose their keys. */
const [LOSER, CLOSED] = ['AA:BB:CC:DD:EE:05', 'AA:BB:CC:DD:EE:06'] as const;
const ENTRIES = [MAC, LOSER, CLOSED].map((mac) => `  ${mac}: { screen: plain }\n`).join('');
const CONFIG = `default_screen: plain\ndevices:\n${ENTRIES}`;

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** A server in this process: for what no restart shows. */
async function start(t: TestContext, store: string): Promise<Admin> {
  const running = await startAdmin({ config: CONFIG, env: { STORE_URL: store } });
  t.after(() => running.server.stop());
  return running;
}

async function kill(server: ServerProcess): Promise<void> {
  const ended = once(server.child, 'close');
  server.child.kill('SIGKILL');
  await ended;
}

async function admin(server: { readonly url: string }, method: string, route: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const response = await fetch(`${server.url}/api/admin${route}`, { method, headers });
  return { status: response.status, body: await response.json() };
}

async function eventKinds(server: ServerProcess, mac: string): Promise<readonly string[]> {
  const { body } = await admin(server, 'GET', `/devices/${mac}/events`);
  return body.events.map(({ kind }: { kind: string }) => kind);
}

async function redisFor(t: TestContext): Promise<RedisServer> {
  const redis = await startRedis();
  t.after(() => redis.kill());
  return redis;
}

describe('a device of a server that was killed and started again', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-forgotten-'));
  const store = `file:${path.join(folder, 'state')}`;
  const keys = new Map<string, string>();
  let server: ServerProcess;
  const serve = async (config: string): Promise<void> => {
    server = await startServerProcess({ config, env: { STORE_URL: store, COMPOSE_THREADS: '1' } });
  };
  before(async () => {
    await serve(CONFIG);
    for (const mac of [MAC, LOSER, CLOSED]) keys.set(mac, (await setup(server, mac)).body.api_key);
    for (const mac of [MAC, LOSER]) assert.equal((await display(server, mac, keyOf(mac))).status, 200);
    const { status, body } = await admin(server, 'DELETE', `/devices/${MAC}?forget`);
    assert.deepEqual([status, body], [200, { deleted: MAC, forgotten: MAC }]);
    assert.equal((await admin(server, 'GET', `/devices/${MAC}`)).status, 404);
    await kill(server);
    await serve(CONFIG);
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const keyOf = (mac: string): string => keys.get(mac) ?? assert.fail(`a key of ${mac}`);

  it('stays forgotten with its entry', async () => {
    // Its config has the entry again, for a device that has never called.
    assert.equal((await admin(server, 'GET', `/devices/${MAC}`)).body.registration_code, '');
    const next = (await setup(server, MAC)).body.api_key;
    assert.ok(next !== null && next !== keyOf(MAC));
    assert.equal((await display(server, MAC, keyOf(MAC))).status, 401);
    assert.equal((await display(server, MAC, next)).status, 200);
  });

  it('is given the key that it has lost again by setup, and the admin sees that', async () => {
    assert.equal((await display(server, LOSER, 'what is left of it')).status, 401);
    assert.equal((await setup(server, LOSER)).body.api_key, keyOf(LOSER));
    assert.equal((await display(server, LOSER, keyOf(LOSER))).status, 200);
    assert.deepEqual(await eventKinds(server, LOSER), ['registered', 'token_refused', 'key_handed_out']);
  });

  it('gets another key after a reset where setup gives none twice, and the admin sees each step', async () => {
    await kill(server);
    await serve(`known_devices: closed\n${CONFIG}`);
    assert.equal((await setup(server, CLOSED)).body.api_key, null);
    assert.equal((await admin(server, 'POST', `/devices/${CLOSED}/reset`)).status, 200);
    const next = (await setup(server, CLOSED)).body.api_key;
    assert.ok(next !== null && next !== keyOf(CLOSED));
    assert.equal((await display(server, CLOSED, keyOf(CLOSED))).status, 401);
    assert.deepEqual(await eventKinds(server, CLOSED), [
      ...['setup_refused', 'identity_reset', 'registered', 'token_refused'],
    ]);
  });
});

describe('DELETE with forget', () => {
  let running: Admin;
  before(async () => {
    running = await startAdmin({ config: CONFIG });
  });
  after(() => running.server.stop());

  it('forgets a device without an entry, by its code too, with its log and events', async () => {
    const key = (await setup(running.server, OTHER)).body.api_key;
    await postLog(running.server, OTHER, key);
    const { registration_code: code } = (await running.get(`/devices/${OTHER}`)).body;
    const { status, body } = await running.delete(`/devices/${code}?forget=true`);
    assert.deepEqual([status, body], [200, { deleted: null, forgotten: OTHER }]);
    assert.equal(running.configText(), CONFIG);
    assert.equal((await running.delete(`/devices/${OTHER}?forget`)).status, 404);

    // Whoever calls now is an unknown device.
    assert.equal((await display(running.server, OTHER, 'a token of its own')).status, 200);
    assert.deepEqual((await running.get(`/devices/${OTHER}/logs`)).body, { logs: [] });
    const { events } = (await running.get(`/devices/${OTHER}/events`)).body;
    assert.deepEqual(
      events.map(({ kind }: { kind: string }) => kind),
      ['adopted'],
    );
  });

  it('removes the entry by code of a device whose code it forgets', async () => {
    await display(running.server, THIRD, 'mine');
    const { registration_code: code } = (await running.get(`/devices/${THIRD}`)).body;
    const created = await running.post('/devices', { key: code, screen: 'local/plain' });
    assert.ok(created.status < 300, JSON.stringify(created.body));
    const { status, body } = await running.delete(`/devices/${THIRD}?forget`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.deleted.replaceAll('-', ''), body.forgotten], [code, THIRD]);
    assert.ok(!running.configText().includes(body.deleted));
  });

  it('only removes the entry where forget is false, and refuses what might mean either', async () => {
    const before = running.configText();
    await setup(running.server, MAC);
    for (const [query, sentence] of [
      ['forget=maybe', 'forget: expected true or false, got "maybe".'],
      ['forget=true&forget=false', 'forget: expected one value, got several.'],
    ]) {
      const { status, body } = await running.delete(`/devices/${MAC}?${query}`);
      assert.deepEqual([status, body.code, body.error], [400, 'invalid_query', sentence]);
    }
    const stray = await running.delete(`/devices/${MAC}?forgt`);
    assert.match(stray.body.error, /did you mean forget\?/);
    assert.equal(running.configText(), before);
    assert.equal((await running.delete('/devices/DEFAULT?forget')).body.code, 'reserved_key');
    assert.deepEqual((await running.delete(`/devices/${MAC}?forget=false`)).body, { deleted: MAC });
    assert.equal((await running.get(`/devices/${MAC}`)).status, 200);
  });

  it('is seen by other servers, and is 503 without any change while the store is away', async (t) => {
    const redis = await redisFor(t);
    const [first, second] = [await start(t, redis.url), await start(t, redis.url)];
    const [one, two] = [first.server, second.server];
    const key = (await setup(one, MAC)).body.api_key;
    assert.equal((await display(two, MAC, key)).status, 200);
    // The second server has met it, the first has not.
    await setup(two, OTHER);
    assert.equal((await admin(one, 'DELETE', `/devices/${OTHER}?forget`)).body.forgotten, OTHER);
    assert.equal((await admin(one, 'DELETE', `/devices/${MAC}?forget`)).status, 200);
    const next = (await setup(two, MAC)).body.api_key;
    assert.ok(next !== null && next !== key);

    assert.equal((await display(two, MAC, next)).status, 200);
    await redis.kill();
    const refused = await admin(two, 'DELETE', `/devices/${MAC}?forget`);
    assert.deepEqual([refused.status, refused.body.code], [503, 'store_unavailable']);
    assert.equal((await admin(two, 'GET', `/devices/${MAC}`)).body.registered, true);
    assert.equal((await display(two, MAC, next)).status, 200);
  });
});
