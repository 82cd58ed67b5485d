/** The stream of events: what it tells, how it goes on, and how it ends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { FLEET_LIMITS } from '../../src/admin/fleet/fleet-limits.ts';
import { fleetMac, letCall } from '../support/device/test-fleet.ts';
import { startNginx } from '../support/network/nginx.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { type EventReader, type ReadOptions, readEvents } from '../support/server/event-reader.ts';
import { getDisplay, getImage } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const CONFIG = `default_screen: plain
devices:
  "${MAC}": { screen: plain, name: Kitchen }
`;

async function opened(
  t: TestContext,
  server: { readonly url: string },
  options?: ReadOptions,
): Promise<EventReader> {
  const reader = await readEvents(server, options);
  t.after(() => reader.leave());
  return reader;
}

/** Opens a stream, and reads no more than its beginning. */
async function openDeaf({ server }: Admin): Promise<Socket> {
  const deaf = connect(server.port, '127.0.0.1');
  deaf.on('error', () => {});
  deaf.write(`GET /api/admin/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`);
  await once(deaf, 'data');
  deaf.pause();
  return deaf;
}

describe('GET /api/admin/stream', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: CONFIG });
  });
  after(() => admin.server.stop());

  it('begins with the version, in a form that proxies pass on', async (t) => {
    const reader = await opened(t, admin.server);
    assert.equal(reader.status, 200);
    assert.deepEqual(
      ['content-type', 'cache-control', 'x-accel-buffering'].map((name) => reader.headers.get(name)),
      ['text/event-stream', 'no-store', 'no'],
    );
    const hello = await reader.find('hello');
    assert.match(hello.data.version, /^\d+\.\d+\.\d+/);
    assert.match(hello.id, /^[0-9a-f]{12}-\d+$/);
    assert.ok(reader.text().startsWith('retry: 3000\n'));
    const head = await fetch(`${admin.server.url}/api/admin/stream`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    assert.equal(head.status, 200);
  });

  it('tells what a device does, with its row as it is then', async (t) => {
    const reader = await opened(t, admin.server, { query: '?topics=device' });
    await reader.find('hello');
    const { image_url: url, filename } = await getDisplay(admin.server, MAC, { RSSI: '-63' });
    await getImage(url);
    await reader.find('device', ({ what }) => what.includes('fetched'));
    await reader.find('device', ({ what }) => what.includes('drawn'));
    const { data } = await reader.find('device', ({ what }) => what.includes('told'));
    assert.equal(data.mac, MAC);
    const { key, name, rssi, state, picture } = data.device;
    assert.deepEqual([key, name, rssi, state, picture], [MAC, 'Kitchen', -63, 'ok', filename]);
    const row = (await admin.get('/fleet')).body.devices[0];
    assert.deepEqual({ ...data.device, missed_polls: 0 }, row);
    await admin.delete(`/devices/${MAC}?forget`);
    const gone = await reader.find('device', ({ device }) => device === null);
    assert.deepEqual(gone.data, { mac: MAC, what: ['gone'], device: null });
    assert.deepEqual(new Set(reader.events.map((event) => event.name)), new Set(['hello', 'device']));
  });

  it('tells that a screen fails, and that a device has become late', async (t) => {
    const reader = await opened(t, admin.server);
    await reader.find('hello');
    letCall(admin.server.app.registry, fleetMac(1), {
      toldRefreshSeconds: 1,
      lastSeenMs: Date.now() - 60_500,
    });
    const late = await reader.find('device', ({ what }) => what.includes('late'));
    assert.equal(late.data.device.state, 'pending');
    assert.deepEqual(late.data.device.conditions, ['pending', 'late']);
    writeFileSync(`${admin.server.screensDir}/plain.lua`, 'error("broken")');
    await getDisplay(admin.server, MAC);
    const failed = await reader.find('device', ({ what }) => what.includes('failed'));
    assert.equal(failed.data.device.failing.code, 'script_error');
  });

  it('tells which parts of the config have changed', async (t) => {
    const reader = await opened(t, admin.server, { query: '?topics=config,repo' });
    await reader.find('hello');
    await admin.post('/devices', { key: 'AA:BB:CC:DD:EE:02', screen: 'local/plain' });
    const { data } = await reader.find('config');
    assert.deepEqual(data.changed, ['devices']);
    assert.match(data.digest, /^[0-9a-f]{12}$/);
    await admin.post('/screen-repos', { handle: 'garden', repo: 'https://127.0.0.1:9/garden.git' });
    const repo = await reader.find('repo', ({ error }) => error !== null);
    assert.equal(repo.data.handle, 'garden');
    await admin.delete('/screen-repos/garden');
    await reader.find('repo', ({ status }) => status === 'removed');
  });

  it('goes on behind the last event that the reader has', async (t) => {
    const first = await readEvents(admin.server, { query: '?topics=device' });
    await first.find('hello');
    const call = (number: number): void => void letCall(admin.server.app.registry, fleetMac(number));
    call(10);
    const { id } = await first.find('device', ({ mac }) => mac === fleetMac(10));
    first.leave();
    await until(() => admin.server.logs.some((line) => line['msg'] === 'caller left'));
    call(11);
    for (const options of [{ headers: { 'Last-Event-ID': id } }, { query: `?last_event_id=${id}` }]) {
      const again = await opened(t, admin.server, options);
      await again.find('device', ({ mac }) => mac === fleetMac(11));
      assert.ok(!again.events.some(({ data }) => data.mac === fleetMac(10)));
      assert.ok(!again.events.some(({ name }) => name === 'reset'));
      assert.equal(again.events[0]?.id, id);
    }
  });

  it('says that events are lost where the id is not known', async (t) => {
    for (const id of ['0123456789ab-1', 'x', '', '-', `${'9'.repeat(5000)}-1`, '../../etc']) {
      const reader = await opened(t, admin.server, { headers: { 'Last-Event-ID': id } });
      const reset = await reader.find('reset');
      assert.deepEqual(reset.data, { reason: 'unknown_id' });
      assert.equal(reader.events[0]?.name, 'hello');
      reader.leave();
    }
  });

  it('refuses topics that do not exist', async () => {
    for (const topics of ['devices', '', 'device,,config', 'x,'.repeat(1000)]) {
      const { status, body } = await admin.get(`/stream?topics=${topics}`);
      assert.equal(status, 400, topics);
      assert.match(body.error, /topics: expected some of device, config, repo, server/);
    }
  });

  it('comes through nginx at once', async (t) => {
    const nginx = await startNginx(`location / { proxy_pass ${admin.server.url}; }`);
    t.after(() => nginx.stop());
    const reader = await opened(t, nginx);
    await reader.find('hello');
    letCall(admin.server.app.registry, fleetMac(20));
    await reader.find('device', ({ mac }) => mac === fleetMac(20));
  });

  it('takes no memory for a reader that does not read, and tells it to begin anew', async () => {
    const { registry } = admin.server.app;
    const deaf = await openDeaf(admin);
    const watcher = await readEvents(admin.server);
    await watcher.find('hello');
    let got = '';
    deaf.on('data', (bytes) => {
      got = (got + bytes).slice(-200_000);
    });
    deaf.pause();
    const rounds = 4;
    for (let round = 1; round <= rounds; round += 1) {
      for (let number = 0; number < 9_000; number += 1) {
        letCall(registry, fleetMac(number), { report: { rssi: -round } });
      }
      const last = fleetMac(8_999);
      await watcher.find('device', ({ mac, device }) => mac === last && device.rssi === -round);
    }
    deaf.resume();
    await until(() => got.includes('event: reset\ndata: {"reason":"too_slow"}'));
    letCall(registry, fleetMac(1), { report: { rssi: -99 } });
    await until(() => got.includes('"rssi":-99'));
    assert.equal(watcher.events.filter(({ name }) => name === 'reset').length, 0);
    deaf.destroy();
    watcher.leave();
  });
});

describe('a stream', () => {
  /** Nobody else has streams of it. The second test stops it. */
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: CONFIG });
  });

  it('is open as often as it may be, and again when one was left', async () => {
    const limit = FLEET_LIMITS.streamsPerToken;
    const readers = await Promise.all(Array.from({ length: limit + 4 }, () => readEvents(admin.server)));
    const refused = readers.filter(({ status }) => status === 503);
    assert.equal(refused.length, 4);
    assert.equal(refused[0]?.headers.get('retry-after'), '5');
    for (const reader of readers) reader.leave();
    await until(async () => {
      const reader = await readEvents(admin.server);
      reader.leave();
      return reader.status === 200;
    });
  });

  it('ends when the server stops, at once', async () => {
    const readers = [await readEvents(admin.server), await readEvents(admin.server)];
    for (const reader of readers) await reader.find('hello');
    const deaf = await openDeaf(admin);
    const stopped = admin.server.stop();
    await until(() => readers.every((reader) => reader.hasEnded()));
    await stopped;
    // Streams that had to be cut would say so.
    assert.ok(readers.every((reader) => reader.text().endsWith('\n\n')));
    deaf.destroy();
  });

  it('ends within seconds when its token is not good any more', async () => {
    const config = `${CONFIG}admin: { token: "${TOKEN}" }\n`;
    const admin = await startAdmin({ config, env: { SERVICE_ADMIN_TOKEN: '' } });
    try {
      const reader = await readEvents(admin.server);
      await reader.find('hello');
      await admin.takeConfig(config.replace(TOKEN, 'another token'));
      await until(() => reader.hasEnded());
      assert.equal((await readEvents(admin.server)).status, 401);
    } finally {
      await admin.server.stop();
    }
  });
});
