/** A drawing process ends within a picture: only that picture becomes the error screen. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import { freePort } from '../support/network/listen.ts';
import { decodePng } from '../support/pictures/decode-png.ts';
import { childrenOf, cpuTicks, isAlive } from '../support/processes/processes.ts';
import { start } from '../support/processes/stipple.ts';
import {
  getDisplay,
  getImage,
  PLAIN_SCREEN,
  startServer,
  type TestServer,
} from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const SLOW = 'AA:00:00:00:00:01';
const QUICK = 'AA:00:00:00:00:02';
const TOKEN = 'second-wall';
/** Takes half a second or so on a large display. */
const SLOW_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">
<linearGradient id="g"><stop stop-color="#123"/><stop offset="1" stop-color="#edc"/></linearGradient>
<rect width="400" height="400" fill="url(#g)"/><circle cx="200" cy="200" r="150" fill="url(#g)"/></svg>`;

function open(isolation: 'process' | 'thread'): Promise<TestServer> {
  return startServer({
    screens: {
      ...PLAIN_SCREEN,
      'slow.lua': 'return { data = {}, refresh_rate = 500 }',
      'slow.svg': SLOW_SVG,
    },
    config: `default_screen: plain\nadmin: { token: ${TOKEN} }\ndevices:\n  "${SLOW}": { screen: slow }\n  "${QUICK}": { screen: plain }\n`,
    rasterIsolation: isolation,
  });
}

function workerOf(server: TestServer): number {
  const [pid, ...others] = childrenOf(process.pid);
  assert.ok(pid !== undefined && others.length === 0, `processes of ${server.url}: ${pid}, ${others}`);
  return pid;
}

describe('a drawing process', () => {
  describe('of a server', () => {
    let server: TestServer;
    before(async () => {
      server = await open('process');
    });
    after(() => server.stop());

    for (const [signal, side] of [
      ['SIGSEGV', 2600],
      ['SIGKILL', 2500],
    ] as const) {
      it(`that ends by ${signal} has its picture drawn again; others are not affected`, async () => {
        // Each has a picture that was not drawn before.
        const large = { Width: String(side), Height: String(side) };
        await getDisplay(server, QUICK);
        const worker = workerOf(server);
        await until(() => server.engine.raster.running === 0, 'what came before is drawn');
        const told = await getDisplay(server, SLOW, large);
        assert.equal(told.refresh_rate, 500);
        await until(() => server.engine.raster.running === 1, 'the picture is its turn');
        const before = cpuTicks(worker);
        await until(() => cpuTicks(worker) > before + 10, 'the picture is being drawn');
        process.kill(worker, signal);
        const shown = PNG.sync.read(await getImage(told.image_url));
        assert.deepEqual([shown.width, shown.height], [side, side]);
        assert.ok(
          server.logs.some(({ msg, reason }) => msg === 'a worker process was lost' && reason === signal),
        );
        const next = await getDisplay(server, SLOW, large);
        assert.deepEqual([next.filename, next.refresh_rate], [told.filename, 500]);
        const quick = await getDisplay(server, QUICK);
        assert.equal(quick.refresh_rate, 120);
        await getImage(quick.image_url);
        assert.notEqual(workerOf(server), worker);
      });
    }
  });

  it('ends when its server is killed', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    const server = start(folder, ['serve'], {
      ...{ BIND_ADDR: `127.0.0.1:${port}`, TMPDIR: folder, COMPOSE_THREADS: '1' },
    });
    t.after(() => server.kill('SIGKILL'));
    const url = `http://127.0.0.1:${port}/ready`;
    await until(async () => (await fetch(url).catch(() => null))?.ok, 'the server is ready');
    const workers = childrenOf(server.pid ?? 0);
    assert.ok(workers.length > 0);
    server.kill('SIGKILL');
    await until(() => !workers.some(isAlive), 'its processes are gone');
  });

  it('draws previews also when devices are served by threads', async (t) => {
    const server = await open('thread');
    t.after(() => server.stop());
    await getImage((await getDisplay(server, QUICK)).image_url);
    assert.deepEqual(childrenOf(process.pid), []);
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const preview = await fetch(`${server.url}/api/admin/devices/${QUICK}/preview`, { headers });
    assert.equal(preview.status, 200);
    decodePng(Buffer.from(await preview.arrayBuffer()));
    assert.equal(childrenOf(process.pid).length, 1);
  });
});
