/** Data that programs push, and screens that read them. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { listen } from '../support/network/listen.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { DATA_CONFIG, DATA_SCREEN, DATA_TOKEN, data } from '../support/server/pushes.ts';
import { getDisplay, startServer } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { argumentsOf, listEvents } from '../support/told-events.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const PUSH = { body: '{"t": "sun"}' };

describe('/api/data/{name}', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: DATA_CONFIG, screens: DATA_SCREEN });
  });
  after(() => admin.server.stop());

  it('keeps JSON, gives it back as it came, lists it for admins, and forgets it', async () => {
    const json = '{"t": "Grüße", "big": 12345678901234567890, "list": [null, 1.0]}';
    const kept = await data(admin.server, 'home.hall', { body: json });
    assert.equal(kept.status, 200);
    const { bytes, updated, expires } = kept.body;
    assert.deepEqual(kept.body, { name: 'home.hall', bytes: Buffer.byteLength(json), updated, expires });
    assert.equal(Date.parse(expires) - Date.parse(updated), 30 * 86_400_000);
    const headers = { Authorization: `Bearer ${DATA_TOKEN}` };
    const read = await fetch(`${admin.server.url}/api/data/home.hall`, { headers });
    assert.ok((await read.text()).endsWith(`"data":${json}}`));
    const { body: list } = await admin.get('/data');
    assert.deepEqual(list, [
      { name: 'home.hall', bytes, updated, age_seconds: list[0].age_seconds, expires },
    ]);
    assert.deepEqual((await data(admin.server, 'home.hall', { method: 'DELETE' })).body, { ok: true });
    assert.equal((await data(admin.server, 'home.hall', { method: 'GET' })).body.code, 'not_pushed');
    assert.equal((await admin.delete('/data/home.hall')).body.code, 'not_pushed');
    await data(admin.server, 'home.hall', PUSH);
    assert.equal((await admin.delete('/data/home.hall')).status, 200);
    assert.deepEqual((await admin.get('/data')).body, []);
  });

  it('refuses a wrong token, none, that of admins, and the right one for another name, all alike', async () => {
    const refusals = await Promise.all([
      data(admin.server, 'weather', { ...PUSH, token: 'wrong' }),
      data(admin.server, 'weather', { ...PUSH, token: TOKEN }),
      data(admin.server, 'other', PUSH),
      data(admin.server, 'weather%2F..', PUSH),
      data(admin.server, 'home.', { token: `${DATA_TOKEN}x`, method: 'GET' }),
    ]);
    for (const { status, body, headers } of refusals) {
      assert.equal(status, 401);
      assert.equal(body.code, 'data_token_refused');
      assert.equal(headers.get('www-authenticate'), 'Bearer realm="data", error="invalid_token"');
    }
    assert.equal((await data(admin.server, 'weather', { ...PUSH, token: null })).status, 401);
    assert.equal((await admin.get('/data')).body.length, 0);
    const logged = JSON.stringify(admin.server.logs);
    assert.ok(!logged.includes(DATA_TOKEN) && !logged.includes('realm'));
  });

  it('refuses what is not JSON, too deep, too large, or said to be something else', async () => {
    const push = (body: string | Uint8Array<ArrayBuffer>, type?: string) =>
      data(admin.server, 'weather', type === undefined ? { body } : { body, type });
    const codes = await Promise.all([
      push('{"t": }'),
      push(''),
      push(new Uint8Array(Buffer.from('"\xff"', 'latin1'))),
      push('['.repeat(40) + ']'.repeat(40)),
      push(`"${'x'.repeat(256 * 1024)}"`),
      push('t=1', 'application/x-www-form-urlencoded'),
    ]);
    assert.deepEqual(
      codes.map(({ body }) => body.code),
      [
        'invalid_body',
        'invalid_body',
        'invalid_body',
        'invalid_body',
        'body_too_large',
        'unsupported_media_type',
      ],
    );
    assert.equal((await data(admin.server, 'weather', { ...PUSH, method: 'POST' })).status, 405);
    assert.equal((await admin.get('/data')).body.length, 0);
    assert.equal((await push(`"${'x'.repeat(256 * 1024 - 2)}"`)).status, 200);
  });

  it('drops a byte order mark, which scripts could not read', async () => {
    await data(admin.server, 'weather', { body: new Uint8Array(Buffer.from('\ufeff{"t": "mark"}')) });
    const { filename } = await getDisplay(admin.server, MAC);
    assert.match(admin.server.engine.store.get(filename as never)?.svg ?? '', /mark 0/);
  });

  it('holds back who tries out tokens, and lets the right one in', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 130; n++)
      statuses.add((await data(admin.server, 'weather', { ...PUSH, token: `${n}` })).status);
    assert.deepEqual([...statuses], [401, 429]);
    assert.equal((await data(admin.server, 'weather', PUSH)).status, 200);
  });

  it('has a limit of bytes in all', async () => {
    const body = `"${'x'.repeat(250_000)}"`;
    const codes: number[] = [];
    for (let n = 0; n < 68; n++) codes.push((await data(admin.server, `home.${n}`, { body })).status);
    assert.equal(codes.at(-1), 507);
    assert.equal(codes[0], 200);
    assert.equal((await data(admin.server, 'home.0', { body: '1' })).status, 200);
  });
});

describe('a screen that reads data', () => {
  it('runs again after a push, and is used again until then', async (t) => {
    const server = await startServer({ config: DATA_CONFIG, screens: DATA_SCREEN });
    t.after(() => server.stop());
    // A file that has just changed could change again without a trace.
    const files = Object.keys(DATA_SCREEN).map((name) => path.join(server.screensDir, name));
    await until(() => files.every((file) => statSync(file).ctimeMs < Date.now() - 2_500));
    const { told } = listEvents(server.engine.events);
    const shown = async (mac = MAC): Promise<string> => {
      const { filename } = await getDisplay(server, mac);
      return /<text[^>]*>([^<]*)</.exec(server.engine.store.get(filename as never)?.svg ?? '')?.[1] ?? '';
    };
    assert.equal(await shown(), 'nothing');
    assert.equal(await shown('AA:BB:CC:DD:EE:02'), 'nothing');
    await data(server, 'weather', PUSH);
    assert.equal(await shown(), 'sun 0');
    assert.equal(await shown('AA:BB:CC:DD:EE:02'), 'sun 0');
    await data(server, 'weather', { body: '{"t": "rain"}' });
    assert.equal(await shown('AA:BB:CC:DD:EE:02'), 'rain 0');
    await data(server, 'weather', { method: 'DELETE' });
    assert.equal(await shown(), 'nothing');
    const hows = argumentsOf(told, 'composed').map(([, how]) => how);
    assert.deepEqual(hows, ['fresh', 'reused', 'fresh', 'reused', 'fresh', 'fresh']);
  });
});

it('gives a run that waits for an upstream the data that it has read before', async (t) => {
  const upstream = createServer(async (_, response) => {
    // The run has given its thread back, and will begin again.
    await until(() => server.engine.compose.suspended > 0);
    await data(server, 'weather', { body: '{"t": "after"}' });
    response.end('x');
  });
  t.after(() => upstream.close());
  const port = await listen(upstream);
  const server = await startServer({
    config: DATA_CONFIG,
    screens: {
      ...DATA_SCREEN,
      'plain.lua': `local first = data_get("weather").t
http_get("http://127.0.0.1:${port}/", { cache_ttl = 60 })
return { data = { text = first .. " " .. data_get("weather").t } }`,
    },
  });
  t.after(() => server.stop());
  await data(server, 'weather', { body: '{"t": "before"}' });
  const shown = async (): Promise<string> => {
    const { filename } = await getDisplay(server, MAC);
    return server.engine.store.get(filename as never)?.svg ?? '';
  };
  assert.match(await shown(), />before before</);
  assert.match(await shown(), />after after</);
});

describe('pushed data', () => {
  it('outlive the server in a folder', async (t) => {
    const env = { STORE_URL: `file:${path.join(tempTree(t), 'state')}`, SERVICE_ADMIN_TOKEN: TOKEN };
    const first = await startServer({ config: DATA_CONFIG, screens: DATA_SCREEN, env });
    await data(first, 'weather', PUSH).finally(() => first.stop());
    const second = await startServer({ config: DATA_CONFIG, screens: DATA_SCREEN, env });
    t.after(() => second.stop());
    assert.deepEqual((await data(second, 'weather', { method: 'GET' })).body.data, { t: 'sun' });
    assert.ok(!JSON.stringify(second.logs).includes(DATA_TOKEN));
  });

  it('are on all servers of a Redis at once, also while that is away', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const serve = async () => {
      const server = await startServer({
        config: DATA_CONFIG,
        screens: DATA_SCREEN,
        env: { STORE_URL: redis.url, SERVICE_URL_SECRET: 'the same for all servers' },
      });
      t.after(() => server.stop());
      return server;
    };
    const [one, two] = [await serve(), await serve()];
    await data(one, 'weather', PUSH);
    const onTwo = () => data(two, 'weather', { method: 'GET' });
    await until(async () => (await onTwo()).status === 200);
    assert.deepEqual((await onTwo()).body.data, { t: 'sun' });
    await data(two, 'weather', { method: 'DELETE' });
    await until(async () => (await data(one, 'weather', { method: 'GET' })).status === 404);
    await data(one, 'weather', { body: '{"t": "last"}' });
    await until(async () => (await onTwo()).status === 200);
    await redis.kill();
    assert.equal((await onTwo()).body.data.t, 'last');
    assert.equal((await data(one, 'weather', PUSH)).body.code, 'store_unavailable');
  });
});
