/** Tests of whole runs against a server that answers, hangs, fails, or goes away. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { wakesAtRate } from '../../../src/bench/load/arrivals.ts';
import { type LoadClient, openCaller } from '../../../src/bench/load/call.ts';
import type { TelemetryMode } from '../../../src/bench/load/firmware.ts';
import { LoadRun } from '../../../src/bench/load/load-run.ts';
import { seededRandom } from '../../../src/bench/load/random.ts';
import { Recorder } from '../../../src/bench/load/recorder.ts';
import { virtualDevices, withNewDevices } from '../../../src/bench/virtual-device.ts';
import { type DeviceApiServer, startDeviceApi } from '../../support/bench/device-api.ts';

const DURATION_MS = 600;

let server: DeviceApiServer;
let caller: LoadClient;
let recorder: Recorder;

beforeEach(async () => {
  server = await startDeviceApi({ timing: 'script;dur=2, total;dur=5' });
  caller = openCaller({ keepAlive: false, sockets: 100, callMs: 500 });
  recorder = new Recorder(DURATION_MS);
});

afterEach(async () => {
  caller.close();
  await server.stop();
});

interface RunOptions {
  readonly mode?: TelemetryMode;
  readonly newShare?: number;
  readonly adminToken?: string;
  readonly signal?: AbortSignal;
}

function openRun({ mode = 'device', newShare = 0, adminToken, signal }: RunOptions = {}): LoadRun {
  return new LoadRun({
    caller,
    devices: withNewDevices(virtualDevices(5, 1), newShare, null),
    base: server.url,
    alsoOrigins: [],
    adminToken: adminToken ?? null,
    mode,
    random: seededRandom(1),
    signal: signal ?? new AbortController().signal,
  });
}

function send(run: LoadRun, perSecond = 60): Promise<void> {
  return run.send(wakesAtRate(5, perSecond, DURATION_MS, seededRandom(2)), recorder);
}

function paths(): readonly string[] {
  return server.calls.map(({ path }) => path.replace(/\?.*/, ''));
}

describe('a run', () => {
  it('serves each wake: display, and the picture once a device', async () => {
    await send(openRun());
    assert.ok(recorder.offered > 20);
    assert.equal(recorder.served, recorder.offered);
    assert.equal(recorder.pictures, 5);
    assert.equal(recorder.unchanged, recorder.offered - 5);
    assert.equal(recorder.figures().routes.cycle?.count, recorder.offered);
    assert.equal(recorder.errorCount, 0);
  });

  it('calls setup first where a device has no key, fetches its picture, and uses the key', async () => {
    await send(openRun({ newShare: 1 }));
    assert.equal(paths().filter((path) => path === '/api/setup').length, 5);
    assert.ok(paths().includes('/api/image/w.png'));
    const display = server.calls.find(({ path }) => path === '/api/display');
    assert.equal(display?.headers['access-token'], 'key-of-setup');
  });

  it('sends what firmware sends', async () => {
    await send(openRun());
    const { headers = {} } = server.calls.find(({ path }) => path === '/api/display') ?? {};
    assert.match(String(headers['id']), /^02:BE:00:01:00:0\d$/);
    for (const [name, value] of [
      ['user-agent', 'ESP32HTTPClient'],
      ['fw-version', '1.8.15'],
      ['width', '800'],
      ['height', '480'],
      ['model', 'og'],
      ['refresh-rate', '900'],
      ['update-source', 'powercycle'],
    ] as const) {
      assert.equal(headers[name], value, name);
    }
    assert.equal(headers['authorization'], undefined);
    const log = server.calls.find(({ path }) => path === '/api/log');
    assert.equal(log?.method, 'POST');
    assert.ok(Array.isArray((JSON.parse(log?.body ?? '') as { logs: unknown }).logs));
  });

  it('fetches every time in the mode "hot", and reports another voltage each time in "cold"', async () => {
    await send(openRun({ mode: 'hot' }));
    assert.equal(recorder.pictures, recorder.served);
    const hot = new Set(server.calls.map(({ headers }) => headers['battery-voltage']));
    server.calls.length = 0;
    await send(openRun({ mode: 'cold' }));
    const displays = server.calls.filter(({ path }) => path === '/api/display');
    assert.equal(hot.size, 2, 'one voltage, and none for pictures');
    assert.equal(new Set(displays.map(({ headers }) => headers['battery-voltage'])).size, displays.length);
  });

  it('reads the times of stages where it has the admin token, which it sends with display and image alone', async () => {
    await send(openRun({ adminToken: 'secret', newShare: 1 }));
    assert.ok((recorder.figures().stages.script?.count ?? 0) >= recorder.served);
    assert.equal(recorder.figures().stages.script?.p50, 2.001 - 0.001);
    for (const { path, headers } of server.calls) {
      const isTimed = path === '/api/display' || path.startsWith('/api/image/');
      assert.equal(headers.authorization, isTimed ? 'Bearer secret' : undefined, path);
    }
  });

  it('counts the time that a wake waited before it could be sent', async () => {
    const run = openRun();
    const startedMs = run.nowMs;
    const sent = send(run, 200);
    // The bench itself is busy: wakes that were due meanwhile are late.
    while (run.nowMs - startedMs < 300);
    await sent;
    assert.ok((recorder.figures().routes.cycle?.max ?? 0) > 150);
    assert.ok(run.lagP99Ms > 100);
  });
});

describe('a run against a server that', () => {
  for (const [behaviour, kind, route] of [
    ['fail', 'HTTP 500', 'display'],
    ['hang', 'no whole answer within 0.5 s', 'display'],
    ['cut', 'connection broken off', 'display'],
    ['no-picture', 'no PNG', 'image'],
    ['elsewhere', 'image_url is on http', 'display'],
    ['status-500', 'status is 500, not 0', 'display'],
  ] as const) {
    it(`does this: ${behaviour}, counts each wake as failed and comes to its end`, async () => {
      server.behave(behaviour);
      await send(openRun());
      assert.equal(recorder.served, 0);
      const [error] = recorder.errors();
      assert.equal(error?.kind, kind);
      assert.equal(error?.route, route);
      assert.equal(recorder.errorCount, recorder.offered);
    });
  }

  it('answers 429: fetches the picture, and counts the wake as held', async () => {
    server.behave('busy');
    await send(openRun());
    assert.equal(recorder.held, recorder.offered);
    assert.equal(recorder.served, 0);
    assert.equal(recorder.errorCount, 0);
    assert.equal(recorder.pictures, 5);
  });

  it('goes away in the middle: what was served before counts, all else is an error', async () => {
    const sent = send(openRun(), 100);
    while (recorder.served < 5) await new Promise((resolve) => setImmediate(resolve));
    await server.stop();
    await sent;
    assert.ok(recorder.served >= 5 && recorder.served < recorder.offered);
    assert.equal(recorder.served + recorder.errorCount, recorder.offered);
    assert.match(recorder.errors()[0]?.kind ?? '', /^connection /);
    server = await startDeviceApi();
  });

  it('says where the first body of an error began, as text', async () => {
    server.behave('fail');
    await send(openRun());
    assert.equal(recorder.errors()[0]?.example, 'HTTP 500: it <b>broke</b>');
  });
});

describe('a run that is to end', () => {
  it('ends at once, and cuts what is under way', async () => {
    const controller = new AbortController();
    server.behave('hang');
    const sent = openRun({ signal: controller.signal }).send(
      wakesAtRate(5, 50, 3_600_000, seededRandom(1)),
      recorder,
    );
    while (server.calls.length < 3) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await sent;
    assert.ok(recorder.offered < 1_000);
    assert.ok(recorder.errors().some(({ kind }) => kind === 'ended by the bench'));
  });
});
