/** The health of a server over HTTP, after real calls of devices. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { missingBarriers } from '../../src/pictures/isolation/barriers.ts';
import { kernelBarriers } from '../../src/pictures/native/confine.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { type Admin, SCREENS, startAdmin } from '../support/server/admin.ts';
import { deviceHeaders } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const GOOD = 'AA:BB:CC:DD:EE:01';
const BAD = 'AA:BB:CC:DD:EE:02';

/** A server for all tests of one server. */
let admin: Admin;
before(async () => {
  admin = await startAdmin({
    screens: {
      ...SCREENS,
      'broken.lua': 'error("canary of a reason")',
      'broken.svg': SCREENS['plain.svg'] ?? '',
    },
    config: `devices:\n  ${GOOD}: { screen: local/plain }\n  ${BAD}: { screen: local/broken }\n`,
  });
  await admin.server.app.warm;
});
after(() => admin.server.stop());

async function call({ server }: Admin, mac: string): Promise<void> {
  const told = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(mac) });
  const { image_url: image } = (await told.json()) as { image_url: string };
  const picture = await fetch(image);
  assert.equal(picture.status, 200);
  await picture.arrayBuffer();
}

describe('the health of a server', () => {
  it('has the times of calls and stages, without metrics', async () => {
    await call(admin, GOOD);
    const { body } = await until(async () => {
      const answer = await admin.get('/health');
      const names = answer.body.latency.map(({ name }: { name: string }) => name);
      return ['display', 'image', 'script', 'encode'].every((name) => names.includes(name)) ? answer : null;
    });
    for (const { count, p50_ms, p95_ms, max_ms } of body.latency) {
      assert.ok(count > 0 && p50_ms <= p95_ms && p95_ms <= max_ms);
    }
    assert.equal(body.ready, true);
    assert.deepEqual(body.state, {
      engine: 'memory',
      ok: true,
      calls: 0,
      failed: 0,
      mean_ms: null,
      damaged: [],
    });
    assert.ok(body.threads.compose.size > 0 && body.threads.raster.size > 0);
    const barriers = { ...kernelBarriers(), hidden: false };
    assert.deepEqual(body.confinement, { ...barriers, missing: missingBarriers(barriers) });
    assert.ok(body.memory.rss > 0);
    assert.equal(body.devices.total, 2);
    assert.equal(body.devices.never, 1);
    assert.ok(body.screens.slowest.some(({ screen }: { screen: string }) => screen === 'local/plain'));
  });

  it('names the screens that fail, without their reasons', async () => {
    await call(admin, BAD);
    const { body } = await admin.get('/health');
    const [failing] = body.screens.failing;
    assert.deepEqual([failing.screen, failing.devices, body.screens.failing_total], ['local/broken', 1, 1]);
    assert.equal(typeof failing.code, 'string');
    assert.doesNotMatch(JSON.stringify(body), /canary/);
  });

  it('has all servers of a state store', async (t) => {
    const redis = await startRedis();
    const env = { STORE_URL: redis.url, SCREEN_REPOS_CACHE_DIR: tempTree(t) };
    const [one, two] = [await startAdmin({ env }), await startAdmin({ env })];
    t.after(async () => {
      for (const { server } of [one, two]) await server.stop();
      await redis.kill();
    });
    const { body } = await until(async () => {
      const answer = await one.get('/health');
      return answer.body.servers.length === 2 ? answer : null;
    });
    assert.deepEqual(body.servers.map(({ self }: { self: boolean }) => self).sort(), [false, true]);
    assert.equal(body.state.engine, 'redis');
    assert.equal(body.state.ok, true);
    assert.ok(body.state.calls > 0);
  });
});
