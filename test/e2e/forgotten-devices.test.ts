/** Devices that an admin forgets, and devices that have forgotten their key: before and after a restart. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { display, postLog, setup } from '../support/device/calls.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { type RedisServer, startRedis } from '../support/state/redis-server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const OTHER = 'AA:BB:CC:DD:EE:02';
const CONFIG = `default_screen: plain\ndevices:\n  ${MAC}: { screen: plain }\n`;

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

async function start(t: TestContext, store: string, config = CONFIG): Promise<ServerProcess> {
  const server = await startServerProcess({ config, env: { STORE_URL: store } });
  t.after(() => server.stop());
  return server;
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

async function eventKinds(server: ServerProcess): Promise<readonly string[]> {
  const { body } = await admin(server, 'GET', `/devices/${MAC}/events`);
  return body.events.map(({ kind }: { kind: string }) => kind);
}

async function redisFor(t: TestContext): Promise<RedisServer> {
  const redis = await startRedis();
  t.after(() => redis.kill());
  return redis;
}

describe('DELETE with forget', () => {
  it('forgets a device with its entry, and a restart does not bring it back', async (t) => {
    const store = `file:${path.join(tempTree(t), 'state')}`;
    const before = await start(t, store);
    const key = (await setup(before, MAC)).body.api_key;
    assert.equal((await display(before, MAC, key)).status, 200);
    const { status, body } = await admin(before, 'DELETE', `/devices/${MAC}?forget`);
    assert.deepEqual([status, body], [200, { deleted: MAC, forgotten: MAC }]);
    assert.equal((await admin(before, 'GET', `/devices/${MAC}`)).status, 404);
    await kill(before);

    const after = await start(t, store);
    // Its config has the entry again, for a device that has never called.
    assert.equal((await admin(after, 'GET', `/devices/${MAC}`)).body.registration_code, '');
    const next = (await setup(after, MAC)).body.api_key;
    assert.ok(next !== null && next !== key);
    assert.equal((await display(after, MAC, key)).status, 401);
    assert.equal((await display(after, MAC, next)).status, 200);
  });

  it('forgets a device without an entry, by its code too, with its log and events', async (t) => {
    const running: Admin = await startAdmin({ config: CONFIG });
    t.after(() => running.server.stop());
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

  it('removes the entry by code of a device whose code it forgets', async (t) => {
    const running = await startAdmin({ config: CONFIG });
    t.after(() => running.server.stop());
    await display(running.server, OTHER, 'mine');
    const { registration_code: code } = (await running.get(`/devices/${OTHER}`)).body;
    const created = await running.post('/devices', { key: code, screen: 'local/plain' });
    assert.ok(created.status < 300, JSON.stringify(created.body));
    const { status, body } = await running.delete(`/devices/${OTHER}?forget`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.deleted.replaceAll('-', ''), body.forgotten], [code, OTHER]);
    assert.ok(!running.configText().includes(body.deleted));
  });

  it('only removes the entry where forget is false, and refuses what might mean either', async (t) => {
    const running = await startAdmin({ config: CONFIG });
    t.after(() => running.server.stop());
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
    assert.equal(running.configText(), CONFIG);
    assert.equal((await running.delete('/devices/DEFAULT?forget')).body.code, 'reserved_key');
    assert.deepEqual((await running.delete(`/devices/${MAC}?forget=false`)).body, { deleted: MAC });
    assert.equal((await running.get(`/devices/${MAC}`)).status, 200);
  });

  it('is seen by other servers, and is 503 without any change while the store is away', async (t) => {
    const redis = await redisFor(t);
    const [one, two] = [await start(t, redis.url), await start(t, redis.url)];
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

describe('a device that has lost its key', () => {
  it('is given it again by setup after a restart, and the admin sees that', async (t) => {
    const store = `file:${path.join(tempTree(t), 'state')}`;
    const before = await start(t, store);
    const key = (await setup(before, MAC)).body.api_key;
    assert.equal((await display(before, MAC, key)).status, 200);
    await kill(before);

    const after = await start(t, store);
    assert.equal((await display(after, MAC, 'what is left of it')).status, 401);
    assert.equal((await setup(after, MAC)).body.api_key, key);
    assert.equal((await display(after, MAC, key)).status, 200);
    assert.deepEqual(await eventKinds(after), ['registered', 'token_refused', 'key_handed_out']);
  });

  it('gets another key after a reset where setup gives none twice, and the admin sees each step', async (t) => {
    const store = `file:${path.join(tempTree(t), 'state')}`;
    const config = `known_devices: closed\n${CONFIG}`;
    const before = await start(t, store, config);
    const key = (await setup(before, MAC)).body.api_key;
    await kill(before);

    const after = await start(t, store, config);
    assert.equal((await setup(after, MAC)).body.api_key, null);
    assert.equal((await admin(after, 'POST', `/devices/${MAC}/reset`)).status, 200);
    const next = (await setup(after, MAC)).body.api_key;
    assert.ok(next !== null && next !== key);
    assert.equal((await display(after, MAC, key)).status, 401);
    assert.deepEqual(await eventKinds(after), [
      ...['setup_refused', 'identity_reset', 'registered', 'token_refused'],
    ]);
  });
});
