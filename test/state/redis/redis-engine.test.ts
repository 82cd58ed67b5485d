import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openState } from '../../../src/state/open-state.ts';
import type { State, StateNotice } from '../../../src/state/state.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { freePort, listen } from '../../support/network/listen.ts';
import { opened } from '../../support/state/engines.ts';
import { type RedisServer, startRedis } from '../../support/state/redis-server.ts';
import { until } from '../../support/waiting.ts';

const DOWN = { name: 'StateError', kind: 'unavailable' } as const;

async function redis(
  t: TestContext,
  args: readonly string[] = [],
  port?: number,
  sentinelFile?: string,
): Promise<RedisServer> {
  const server = await startRedis(args, port, sentinelFile);
  t.after(() => server.kill());
  return server;
}

async function refusalOf(url: string): Promise<string> {
  const state = await openState(url);
  if (state.ok) await state.value.close();
  return state.ok ? '' : state.error;
}

/** Claims until it works. @returns what failed until then */
async function claimAtLast({ devices }: State, id: string): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  await until(async () => {
    const claimed = await devices.claim(id, 'me', [], 1).catch((error: unknown) => {
      failures.push(error);
      return null;
    });
    return claimed !== null;
  });
  return failures;
}

describe('a Redis that cannot be used', () => {
  it('is told by one sentence without the password', async (t) => {
    const { port } = await redis(t, ['--requirepass', 'right']);
    for (const user of ['me:secret@', ':secret@']) {
      const refusal = await refusalOf(`redis://${user}127.0.0.1:${port}`);
      assert.match(
        refusal,
        /^The state store at 127\.0\.0\.1:\d+ cannot be used: the user or the password is wrong\.$/,
      );
    }
    assert.match(await refusalOf(`redis://127.0.0.1:${port}`), /cannot be used: it asks for a password\.$/);
    assert.equal(await refusalOf(`redis://:right@127.0.0.1:${port}`), '');
  });

  it('may hold the state of a newer version', async (t) => {
    const server = await redis(t);
    await server.command('SET stipple:version 2');
    const message = /was written by a newer version of Stipple \(layout 2, this one reads 1\)\.$/;
    assert.match(await refusalOf(server.url), message);
    assert.equal(await refusalOf(`${server.url}/1`), '');
  });

  it('is warned about where it forgets devices when its memory is full', async (t) => {
    const server = await redis(t, ['--maxmemory-policy', 'allkeys-lru']);
    const { health } = await opened(t, server.url);
    assert.match(health.warnings.join(), /has maxmemory-policy allkeys-lru, with which it forgets devices/);
  });

  it('says so when its memory is full', async (t) => {
    const server = await redis(t);
    const { devices, health } = await opened(t, server.url);
    await server.command('CONFIG SET maxmemory 1');
    await assert.rejects(devices.claim('a', '', [], 1), {
      kind: 'full',
      message: /used up its memory \(maxmemory\)\.$/,
    });
    assert.equal(health.isUp, true);
    await server.command('CONFIG SET maxmemory 0');
    assert.equal((await devices.claim('a', '', [], 1)).won, true);
  });
});

describe('a Redis that is away', () => {
  it('at the start is waited for, and used when it is there', async (t) => {
    const port = await freePort();
    const state = await opened(t, `redis://127.0.0.1:${port}`);
    assert.equal(state.health.isUp, false);
    assert.match(
      state.health.problem ?? '',
      /^The state store at 127\.0\.0\.1:\d+ cannot be used: ECONNREFUSED\.$/,
    );
    await assert.rejects(state.devices.get('a'), DOWN);
    const changes: boolean[] = [];
    state.health.onChange((isUp) => changes.push(isUp));
    await redis(t, [], port);
    await until(() => state.health.isUp);
    assert.deepEqual(changes, [true]);
    assert.equal(state.health.problem, null);
    assert.equal((await state.devices.claim('a', '', [], 1)).won, true);
  });

  it('and accepts connections without a word is not waited for', async (t) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    const port = await listen(server);
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const state = await opened(t, `redis://127.0.0.1:${port}`);
    assert.equal(state.health.isUp, false);
    assert.match(state.health.problem ?? '', /no answer within \d+ ms/);
    await assert.rejects(state.config.current(), DOWN);
    await until(() => sockets.length > 2);
    await assert.rejects(state.rememberOnce('x', 1), DOWN);
  });

  it('after a kill is used again, and listeners are told to look', async (t) => {
    const server = await redis(t);
    const state = await opened(t, server.url);
    const notices: StateNotice[] = [];
    state.notices.subscribe((notice) => notices.push(notice));
    await state.devices.claim('a', '', [], 1);
    await server.kill();
    await until(() => !state.health.isUp);
    await assert.rejects(state.devices.get('a'), DOWN);
    const again = await redis(t, [], server.port);
    await claimAtLast(state, 'b');
    // What it knew is gone with it, scripts too.
    assert.equal(await state.devices.get('a'), null);
    await until(() => notices.length > 0);
    assert.deepEqual(notices[0], { topic: 'missed' });
    await again.command('SCRIPT FLUSH');
    assert.equal(await state.devices.noteContact('b', 'x', 2), true);
  });

  it('and hangs is left alone for a while, then tried once', async (t) => {
    const server = await redis(t);
    const calls: [string, boolean][] = [];
    const state = await opened(t, server.url, {
      observer: {
        stateCalled: (method, _seconds, isDone) => calls.push([method, isDone]),
        stateChanged: (isUp) => calls.push(['up', isUp]),
      },
    });
    await state.devices.claim('a', '', [], 1);
    server.signal('SIGSTOP');
    await Promise.all([1, 2, 3].map(() => assert.rejects(state.devices.get('a'), DOWN)));
    // What was under way together is one stall.
    assert.equal(state.health.isUp, true);
    for (let stall = 2; stall <= 3; stall++) await assert.rejects(state.devices.get('a'), DOWN);
    assert.equal(state.health.isUp, false);
    assert.match(state.health.problem ?? '', /no answer within 250 ms/);
    const startMs = performance.now();
    for (let call = 0; call < 100; call++) await assert.rejects(state.devices.get('a'), DOWN);
    assert.ok(performance.now() - startMs < 2_000);
    server.signal('SIGCONT');
    await until(() => state.health.isUp);
    assert.equal((await state.devices.get('a'))?.id, 'a');
    assert.deepEqual(
      calls.filter(([method]) => method === 'up').map(([, isUp]) => isUp),
      [true, false, true],
    );
    assert.deepEqual(
      calls.filter(([method]) => method === 'devices.claim'),
      [['devices.claim', true]],
    );
    assert.equal(calls.filter(([method, isDone]) => method === 'devices.get' && !isDone).length, 105);
  });

  it('is missed although nobody asks', async (t) => {
    const server = await redis(t);
    const { health } = await opened(t, server.url);
    server.signal('SIGSTOP');
    await until(() => !health.isUp);
    server.signal('SIGCONT');
    await until(() => health.isUp);
    assert.equal(health.problem, null);
  });

  it('because its connections were ended comes back by new ones', async (t) => {
    const server = await redis(t);
    const state = await opened(t, server.url);
    await state.devices.claim('a', '', [], 1);
    await server.command('CLIENT KILL TYPE normal SKIPME yes');
    await claimAtLast(state, 'b');
    assert.equal((await state.devices.get('a'))?.id, 'a');
  });

  it('because it has become a replica is looked for again', async (t) => {
    const server = await redis(t);
    const state = await opened(t, server.url);
    await state.devices.claim('a', '', [], 1);
    await server.command(`REPLICAOF 127.0.0.1 ${await freePort()}`);
    await assert.rejects(state.devices.claim('b', '', [], 1), DOWN);
    await until(() => !state.health.isUp);
    assert.match(state.health.problem ?? '', /it is a replica, which takes no writes|it has lost its master/);
    await server.command('REPLICAOF NO ONE');
    await claimAtLast(state, 'b');
    assert.equal((await state.devices.get('a'))?.id, 'a');
  });

  it('is followed to where the sentinels say', async (t) => {
    const [first, second] = [await redis(t), await redis(t)];
    await second.command(`REPLICAOF 127.0.0.1 ${first.port}`);
    const file = path.join(
      tempTree(t, {
        'sentinel.conf': [
          `sentinel monitor main 127.0.0.1 ${first.port} 1`,
          'sentinel down-after-milliseconds main 500',
          'sentinel failover-timeout main 3000',
        ].join('\n'),
      }),
      'sentinel.conf',
    );
    const sentinel = await redis(t, [], undefined, file);
    await until(async () => (await sentinel.command('SENTINEL REPLICAS main')).includes(String(second.port)));
    await until(async () => (await second.command('INFO replication')).includes('master_link_status:up'));
    const state = await opened(
      t,
      `redis+sentinel://127.0.0.1:${await freePort()},127.0.0.1:${sentinel.port}/main`,
    );
    await state.devices.claim('a', 'me', [], 1);
    assert.match(
      await refusalOf(`redis+sentinel://127.0.0.1:${sentinel.port}/other`),
      /The sentinels know no "other"\./,
    );
    await until(async () => (await second.command('EXISTS stipple:d:{a}')).startsWith(':1'));
    await first.kill();
    await claimAtLast(state, 'b');
    assert.match(await second.command('ROLE'), /master/);
    assert.equal((await state.devices.get('a'))?.identity, 'me');
  });
});
