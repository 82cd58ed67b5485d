/** Answers in the state store: clients on one real Redis or folder, and a real server that counts what it is asked. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import type { FetchAnswer, FetchRequest } from '../../../src/screens/fetch/request.ts';
import { SharedAnswers } from '../../../src/screens/fetch/shared-answers.ts';
import { STATE_LIMITS } from '../../../src/state/limits.ts';
import type { State } from '../../../src/state/state.ts';
import { StateStats } from '../../../src/state/watch.ts';
import { startProxy } from '../../support/faults/tcp-proxy.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { type LocalServer, startLocalServer } from '../../support/network/local-server.ts';
import { opened } from '../../support/state/engines.ts';
import { type RedisServer, startRedis } from '../../support/state/redis-server.ts';
import { until } from '../../support/waiting.ts';
import { get, good, problem, text } from './fetch-request.ts';

const TTL = { cacheTtlSeconds: 60 };
const POLICY = { allowPrivateNetwork: true, screenRef: 'local/a' };
const BYTES = Buffer.from([0, 255, 10, 13, 128]);

let redis: RedisServer;
let prefixes = 0;
before(async () => {
  redis = await startRedis();
});
after(() => redis.kill());

/** The outbound client of a server, and its store. */
interface Client {
  readonly http: OutboundHttp;
  readonly state: State;
  fetch(path: string, more?: Partial<FetchRequest>, policy?: Partial<typeof POLICY>): Promise<FetchAnswer>;
  /** How often it has asked to make the only flight. */
  looks(): number;
  counted(): { readonly storeHits: number; readonly earlyRefreshes: number };
}

interface Scene {
  readonly upstream: LocalServer;
  client(): Promise<Client>;
  /** The keys of one kind that the store has, without the beginning that names the kind. */
  keys(kind: 'h' | 'hl'): Promise<readonly string[]>;
  drop(kind: 'h' | 'hl', key: string): Promise<unknown>;
}

/** Clients that share a store. @param url  of another one than the Redis of this file */
async function openScene(t: TestContext, url?: string): Promise<Scene> {
  const upstream = await startLocalServer({
    '/bytes': (_, response) => response.writeHead(200, { 'x-one': 'a' }).end(BYTES),
    '/broken': (_, response) => response.writeHead(500).end('oops'),
    '/too-large': (_, response) => response.end(Buffer.alloc(STATE_LIMITS.answerBytes + 1)),
  });
  t.after(() => upstream.stop());
  const prefix = `answers${prefixes++}:`;
  const client = async (): Promise<Client> => {
    const stats = new StateStats();
    const state = await opened(t, url ?? `${redis.url}?prefix=${prefix}`, { observer: stats });
    const http = new OutboundHttp({ shared: new SharedAnswers(state) });
    t.after(() => http.stop());
    return {
      http,
      state,
      fetch: (where, more = {}, policy = {}) =>
        http.fetch(get(`${upstream.url}${where}`, { timeoutMs: 8_000, ...TTL, ...more }), {
          ...POLICY,
          ...policy,
        }),
      looks: () => stats.methods.get('answers.takeFlight')?.done ?? 0,
      counted: () => http.stats().screens['local/a'] ?? { storeHits: 0, earlyRefreshes: 0 },
    };
  };
  return {
    upstream,
    client,
    keys: async (kind) => {
      const reply = await redis.command(`KEYS ${prefix}${kind}:*`);
      const begin = `${prefix}${kind}:`;
      return reply
        .split('\r\n')
        .flatMap((line) => (line.startsWith(begin) ? [line.slice(begin.length)] : []));
    },
    drop: (kind, key) => redis.command(`DEL ${prefix}${kind}:${key}`),
  };
}

/** The key of the only answer, when it is stored and nobody asks for it any more. */
function onlyKey({ keys }: Scene): Promise<string> {
  return until(async () => ((await keys('hl')).length === 0 ? ((await keys('h'))[0] ?? null) : null));
}

/** Two clients that want the same; the first has asked, and the second waits for it. */
async function openWaiting(t: TestContext, timeoutMs: number) {
  const scene = await openScene(t);
  const [first, second] = [await scene.client(), await scene.client()];
  const asked = first.fetch('/slow');
  await until(() => scene.upstream.held() === 1);
  const waiting = second.fetch('/slow', { timeoutMs });
  await until(() => second.looks() >= 2);
  assert.equal(scene.upstream.seen.length, 1);
  return { scene, first, second, asked, waiting };
}

describe('a request on a shared store', () => {
  it('is made once for all who want it at the same time, on whatever server', async (t) => {
    const { scene, first, second, asked, waiting } = await openWaiting(t, 8_000);
    const more = [1, 2, 3].flatMap(() => [first.fetch('/slow'), second.fetch('/slow')]);
    scene.upstream.release();
    const answers = await Promise.all([asked, waiting, ...more]);
    assert.deepEqual(answers.map(text), Array(8).fill('slow'));
    assert.equal(scene.upstream.seen.length, 1);
    assert.ok(second.counted().storeHits > 0);
  });

  it('is made by who waits, when the server that makes it is gone', async (t) => {
    const { scene, second, waiting } = await openWaiting(t, 8_000);
    // As it expires, since nobody ends it.
    for (const key of await scene.keys('hl')) await scene.drop('hl', key);
    await until(() => scene.upstream.held() === 2);
    scene.upstream.release();
    assert.equal(text(await waiting), 'slow');
    assert.equal(second.counted().storeHits, 0);
  });

  it('is made by who has waited for half of its time', async (t) => {
    const { scene, waiting } = await openWaiting(t, 2_000);
    await until(() => scene.upstream.held() === 2);
    scene.upstream.release();
    assert.equal(text(await waiting), 'slow');
  });

  it('is made by the next one after a failure', async (t) => {
    const scene = await openScene(t);
    const [first, second] = [await scene.client(), await scene.client()];
    const both = await Promise.all([first.fetch('/cut'), second.fetch('/cut')]);
    assert.ok(both.every(({ ok }) => !ok));
    assert.equal(scene.upstream.seen.length, 2);
    await until(async () => (await scene.keys('hl')).length === 0);
  });
});

describe('an answer in a store', () => {
  it('serves all servers, with its bytes and its age', async (t) => {
    const scene = await openScene(t);
    const [first, second] = [await scene.client(), await scene.client()];
    const got = good(await first.fetch('/bytes'));
    await onlyKey(scene);
    const stored = good(await second.fetch('/bytes'));
    assert.deepEqual(Buffer.from(stored.body), BYTES);
    assert.deepEqual([stored.headers, stored.finalUrl], [got.headers, got.finalUrl]);
    assert.ok(stored.fromCache && stored.cacheEntry !== undefined);
    assert.ok(second.http.isCurrent(stored.cacheEntry, 60));
    assert.deepEqual(second.counted().storeHits, 1);
    good(await second.fetch('/bytes'));
    assert.equal(scene.upstream.seen.length, 1);
    const third = await scene.client();
    assert.equal(good(await third.fetch('/bytes', { cacheTtlSeconds: 1e-6 })).fromCache, false);
    assert.equal(good(await third.fetch('/bytes', { cacheTtlSeconds: 0 })).fromCache, false);
    assert.equal(scene.upstream.seen.length, 3);
  });

  it('is not for another screen, and not for one with other rights in the network', async (t) => {
    const scene = await openScene(t);
    const [first, second] = [await scene.client(), await scene.client()];
    await first.fetch('/text');
    await onlyKey(scene);
    assert.match(problem(await second.fetch('/text', {}, { allowPrivateNetwork: false })), /not allowed/);
    assert.equal(good(await second.fetch('/text', {}, { screenRef: 'local/b' })).fromCache, false);
    assert.equal(good(await second.fetch('/text', { headers: [['X-A', 'b']] })).fromCache, false);
  });

  it('is there only if it is a success and not too large; others are asked for by each server', async (t) => {
    const scene = await openScene(t);
    for (const client of [await scene.client(), await scene.client()]) {
      assert.equal(good(await client.fetch('/broken')).status, 500);
      assert.equal(good(await client.fetch('/too-large')).body.length, STATE_LIMITS.answerBytes + 1);
    }
    assert.equal(scene.upstream.seen.length, 4);
    assert.deepEqual(await scene.keys('h'), []);
  });

  it('counts as absent when it is damaged', async (t) => {
    const scene = await openScene(t);
    const [first, second] = [await scene.client(), await scene.client()];
    await first.fetch('/text');
    const key = await onlyKey(scene);
    const bytes = await first.state.answers.get(key);
    await first.state.answers.put(key, (bytes as Buffer).subarray(0, -1), 60_000);
    assert.deepEqual(good(await second.fetch('/text')).fromCache, false);
  });

  it('is made anew in the background before it is too old', async (t) => {
    const scene = await openScene(t);
    const [first, second] = [await scene.client(), await scene.client()];
    await first.fetch('/text');
    const key = await onlyKey(scene);
    const [line = '', body = ''] = String(await first.state.answers.get(key)).split('\n');
    const facts = JSON.parse(line) as { atMs: number };
    // So slow an answer is asked for again in the second half of its time for sure.
    const old = { ...facts, atMs: facts.atMs - 40_000, tookMs: 1e12 };
    await first.state.answers.put(key, Buffer.from(`${JSON.stringify(old)}\n${body}`), 60_000);
    const served = good(await second.fetch('/text'));
    assert.equal(served.fromCache, true);
    assert.deepEqual(second.counted(), { ...second.counted(), storeHits: 1, earlyRefreshes: 1 });
    await until(() => !second.http.isCurrent(served.cacheEntry ?? 0, 60));
    assert.equal(scene.upstream.seen.length, 2);
    assert.equal(good(await second.fetch('/text')).fromCache, true);
    await until(async () => !String(await first.state.answers.get(key)).includes(`${old.atMs}`));
    assert.equal(scene.upstream.seen.length, 2);
  });

  it('is there after a restart of a server with its store in a folder', async (t) => {
    const scene = await openScene(t, `file:${path.join(tempTree(t), 'state')}`);
    const before = await scene.client();
    await before.fetch('/text');
    await until(async () => (await before.fetch('/text')).ok && before.http.stats().inFlight === 0);
    await before.http.stop();
    await before.state.close();
    const restarted = await scene.client();
    assert.equal(good(await restarted.fetch('/text')).fromCache, true);
    assert.equal(scene.upstream.seen.length, 1);
  });
});

describe('without its store', () => {
  it('a server makes requests as ever: away, or a connection that swallows all', async (t) => {
    const own = await startRedis();
    t.after(() => own.kill());
    const proxy = await startProxy(own.port);
    t.after(() => proxy.close());
    const scene = await openScene(t, `redis://127.0.0.1:${proxy.port}`);
    const client = await scene.client();
    proxy.become({ kind: 'swallow' });
    assert.equal(text(await client.fetch('/text?1')), 'text');
    assert.equal(good(await client.fetch('/text?1')).fromCache, true);
    await own.kill();
    proxy.drop();
    assert.deepEqual((await Promise.all([2, 3].map((n) => client.fetch(`/text?${n}`)))).map(text), [
      'text',
      'text',
    ]);
    assert.equal(scene.upstream.seen.length, 3);
  });
});
