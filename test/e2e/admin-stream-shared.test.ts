/** Streams of servers with one store: each shows what happens at all of them. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { startAdmin, TOKEN } from '../support/server/admin.ts';
import { readEvents } from '../support/server/event-reader.ts';
import { deviceHeaders, type TestServer } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';

async function started(t: TestContext, env: Readonly<Record<string, string>>): Promise<TestServer> {
  const { server } = await startAdmin({ env: { CONFIG_FILE: 'store:', ...env } });
  t.after(() => server.stop());
  return server;
}

async function call({ url }: TestServer, headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(`${url}/api/display`, { headers: deviceHeaders(MAC, headers) });
  assert.equal(answer.status, 200, await answer.text());
}

describe('the streams of two servers', () => {
  it('tell of devices of the other one, of its config, and how many servers there are', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const env = { STORE_URL: redis.url, SCREEN_REPOS_CACHE_DIR: tempTree(t, {}) };
    const one = await started(t, env);
    const reader = await readEvents(one);
    t.after(() => reader.leave());
    await reader.find('hello');
    const two = await started(t, env);
    await reader.find('server', ({ servers }) => servers === 2);
    await call(two, { RSSI: '-61' });
    await reader.find('device', ({ mac, device }) => mac === MAC && device?.rssi === -61);
    await call(two, { RSSI: '-62' });
    const seen = await reader.find('device', ({ device }) => device?.rssi === -62);
    assert.equal(seen.data.device.state, 'pending');
    assert.ok(seen.data.device.next_poll !== null);
    const written = await fetch(`${two.url}/api/admin/devices`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: MAC, screen: 'local/plain' }),
    });
    assert.equal(written.status, 200, await written.text());
    const config = await reader.find('config', ({ changed }) => changed.includes('devices'));
    const elsewhere = await readEvents(two, { headers: { 'Last-Event-ID': config.id } });
    t.after(() => elsewhere.leave());
    assert.deepEqual((await elsewhere.find('reset')).data, { reason: 'unknown_id' });
  });
});
