/** Stores that cannot be used: a line that says why and exit code 78, or a start without the store. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openState } from '../../src/state/open-state.ts';
import { display, setup } from '../support/device/calls.ts';
import { macOf } from '../support/device/mac.ts';
import { listen } from '../support/network/listen.ts';
import {
  runServerProcess,
  type ServerProcess,
  startServerProcess,
} from '../support/server/server-process.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

/** @returns what it said */
async function assertRefused(url: string, message: RegExp): Promise<string> {
  const { code, err } = await runServerProcess({ env: { STORE_URL: url } });
  assert.equal(code, 78, err);
  assert.match(err, message);
  assert.equal(err.trim().split('\n').length, 1, err);
  return err;
}

async function start(t: TestContext, url: string): Promise<ServerProcess> {
  const server = await startServerProcess({ env: { STORE_URL: url, COMPOSE_THREADS: '1' } });
  t.after(() => server.stop());
  return server;
}

describe('a store that cannot be used', () => {
  it('is refused by a wrong password, which is not repeated', async (t) => {
    const redis = await startRedis(['--requirepass', 'right']);
    t.after(() => redis.kill());
    const url = `redis://:wr0ng-secret@127.0.0.1:${redis.port}`;
    assert.doesNotMatch(await assertRefused(url, /password is wrong/), /wr0ng-secret/);
    await assertRefused(redis.url, /asks for a password/);
  });

  it('is refused if a newer version has written it', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const opened = await openState(redis.url);
    assert.ok(opened.ok);
    await opened.value.close();
    const keys = await redis.command('KEYS *version');
    const key = /\r\n([^\r\n]*version)\r\n/.exec(keys)?.[1];
    await redis.command(`SET ${key} 99`);
    await assertRefused(redis.url, /newer version of Stipple \(layout 99/);
  });

  it('is served without while nobody listens there, or the one that listens never answers', async (t) => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    const port = await listen(silent);
    silent.unref();
    for (const url of [`redis://127.0.0.1:${port}`, 'redis://127.0.0.1:1']) {
      const server = await start(t, url);
      assert.equal((await fetch(`${server.url}/ready`)).status, 200);
      assert.equal((await display(server, macOf('02', 1), 'mine')).status, 429);
      const told = server.lines().filter((line) => line.includes('the state store does not answer'));
      assert.equal(told.length, 1, told.join('\n'));
      assert.match(told[0] ?? '', /"reason":"The state store at 127\.0\.0\.1:/);
    }
  });

  it('knows all devices when it answers only after the start', async (t) => {
    const first = await startRedis();
    t.after(() => first.kill());
    const before = await start(t, first.url);
    const key = (await setup(before, macOf('02', 1))).body.api_key;
    first.signal('SIGSTOP');
    const after = await start(t, first.url);
    assert.equal((await display(after, macOf('02', 1), key)).status, 429);
    first.signal('SIGCONT');
    await until(async () => (await display(after, macOf('02', 1), key)).status === 200);
    assert.equal((await setup(after, macOf('02', 1))).body.api_key, key);
  });
});

describe('a folder that cannot be written', () => {
  it('is refused', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stipple-faults-'));
    // Root may write everywhere but on a file system that is read-only.
    const isMounted = mount(folder, 'size=4m,ro');
    t.after(() => remove(folder, isMounted));
    if (!isMounted) chmodSync(folder, 0o500);
    if (!isMounted && process.getuid?.() === 0) return t.skip('root may write anywhere, and mount no tmpfs');
    await assertRefused(`file:${folder}`, /read-only file system|may not be written/);
  });

  it('serves known devices, and adopts no others, when its disk is full', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stipple-faults-'));
    const isMounted = mount(folder, 'size=16m');
    if (!isMounted) {
      remove(folder, false);
      return t.skip('no tmpfs can be mounted');
    }
    const server = await startServerProcess({ env: { STORE_URL: `file:${folder}`, COMPOSE_THREADS: '1' } });
    t.after(async () => {
      await server.stop();
      remove(folder, true);
    });
    const mac = macOf('02', 1);
    const key = (await setup(server, mac)).body.api_key;
    assert.ok(key);
    execFileSync('sh', ['-c', 'cat /dev/zero > "$0/filler" 2>/dev/null || true', folder]);
    let number = 2;
    await until(async () => (await setup(server, macOf('02', number++))).body.api_key === null);
    assert.equal((await display(server, mac, key)).status, 200);
    assert.equal((await display(server, macOf('02', number++), 'mine')).status, 429);
    rmSync(path.join(folder, 'filler'));
    await until(async () => (await setup(server, macOf('02', number))).body.api_key !== null);
  });
});

/** Make a folder a file system of its own, for a user who may. @returns whether it is one */
function mount(folder: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

function remove(folder: string, isMounted: boolean): void {
  if (isMounted) execFileSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
}
