/** The response cache, and requests that share an answer. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import type { FetchAnswer, FetchRequest } from '../../../src/screens/fetch/request.ts';
import { type LocalServer, startLocalServer } from '../../support/network/local-server.ts';
import { until } from '../../support/waiting.ts';
import { get, good, problem, text } from './fetch-request.ts';

const POLICY = { allowPrivateNetwork: true, screenRef: 'local/a' };
const TTL = { cacheTtlSeconds: 60 };
const NO_STORE = { storeHits: 0, earlyRefreshes: 0 };
/** Every answer is older by the next request. */
const A_MICROSECOND = 1e-6;

let server: LocalServer;
let http: OutboundHttp;

beforeEach(async () => {
  server = await startLocalServer({
    '/kilobytes': (_, response) => response.end(Buffer.alloc(4_000, 'x')),
    '/broken': (_, response) => response.writeHead(500).end('oops'),
  });
  http = new OutboundHttp({ cacheBytes: 10_000 });
});
afterEach(async () => {
  await http.stop();
  await server.stop();
});

function fetchPath(
  path: string,
  more: Partial<FetchRequest> = {},
  screenRef = 'local/a',
): Promise<FetchAnswer> {
  return http.fetch(get(`${server.url}${path}`, more), { ...POLICY, screenRef });
}

describe('the cache', () => {
  it('serves a 2xx answer again while it is young enough for the request', async () => {
    assert.equal(good(await fetchPath('/text', TTL)).fromCache, false);
    const again = good(await fetchPath('/text', TTL));
    assert.deepEqual([again.fromCache, Buffer.from(again.body).toString()], [true, 'text']);
    assert.equal(server.seen.length, 1);
    assert.equal(good(await fetchPath('/text', { cacheTtlSeconds: A_MICROSECOND })).fromCache, false);
    assert.equal(server.seen.length, 2);
  });

  it('serves an old answer to a request that accepts its age, also if the request that fetched it did not', async () => {
    await fetchPath('/text', { cacheTtlSeconds: A_MICROSECOND });
    assert.equal(good(await fetchPath('/text', TTL)).fromCache, true);
    assert.equal(server.seen.length, 1);
  });

  it('is not used by a request without cache_ttl', async () => {
    await fetchPath('/text');
    await fetchPath('/text', TTL);
    await fetchPath('/text');
    assert.equal(server.seen.length, 3);
  });

  it('keeps only 2xx answers', async () => {
    for (let n = 0; n < 2; n++) assert.equal(good(await fetchPath('/broken', TTL)).fromCache, false);
    for (let n = 0; n < 2; n++) problem(await fetchPath('/cut', TTL));
    assert.equal(server.seen.length, 4);
  });

  it('has different keys for all that can change an answer', async () => {
    const variants: Partial<FetchRequest>[] = [
      {},
      { headers: [['Accept', 'a/b']] },
      { headers: [['Authorization', 'Bearer a']] },
      { headers: [['Authorization', 'Bearer b']] },
      { method: 'POST', body: Buffer.from('a') },
      { method: 'POST', body: Buffer.from('b') },
      { method: 'POST' },
      { method: 'HEAD' },
      { followRedirects: false },
    ];
    for (let round = 0; round < 2; round++) {
      for (const variant of variants) {
        const answer = good(await fetchPath('/text', { ...TTL, ...variant }));
        assert.equal(answer.fromCache, round === 1, JSON.stringify(variant));
      }
    }
    assert.equal(good(await fetchPath('/text', TTL, 'other/screen')).fromCache, false);
    assert.equal(good(await fetchPath('/text?x', TTL)).fromCache, false);
  });

  it('is limited in bytes: the answers that were not used for longest are dropped', async () => {
    for (const n of [1, 2, 3]) await fetchPath(`/kilobytes?${n}`, TTL);
    assert.ok(http.stats().cacheBytes <= 10_000);
    assert.equal(good(await fetchPath('/kilobytes?3', TTL)).fromCache, true);
    assert.equal(good(await fetchPath('/kilobytes?1', TTL)).fromCache, false);
  });
});

describe('requests under way', () => {
  const joined = (): number => http.stats().screens['local/a']?.joined ?? 0;

  /** Let the server answer as soon as so many requests wait for that. */
  async function release(count: number): Promise<void> {
    await until(() => server.held() === count);
    server.release();
  }

  it('are shared by equal GET requests, and by cacheable ones of any method', async () => {
    const gets = Promise.all([1, 2, 3].map(() => fetchPath('/slow')));
    await until(() => joined() === 2);
    await release(1);
    assert.deepEqual((await gets).map(text), ['slow', 'slow', 'slow']);
    const posts = Promise.all([1, 2].map(() => fetchPath('/slow', { method: 'POST', ...TTL })));
    await until(() => joined() === 3);
    await release(1);
    await posts;
    assert.equal(server.seen.length, 2);
  });

  it('are not shared by requests that may change something, or that differ', async () => {
    const posts = [1, 2].map(() => fetchPath('/slow', { method: 'POST' }));
    const different = [fetchPath('/slow?a'), fetchPath('/slow?b')];
    await release(4);
    await Promise.all([...posts, ...different]);
    assert.equal(server.seen.length, 4);
  });

  it('continue when one subscriber cancels, and are aborted when the last one does', async () => {
    const impatient = fetchPath('/slow', { timeoutMs: 10 });
    const patient = fetchPath('/slow');
    assert.match(problem(await impatient), /within 0\.01 s/);
    await release(1);
    assert.equal(text(await patient), 'slow');
    assert.equal(server.seen.length, 1);
    problem(await fetchPath('/silent', { timeoutMs: 20 }));
    await until(() => http.stats().inFlight === 0);
  });

  it('fail for all subscribers, and the next request is sent again', async () => {
    const failed = await Promise.all([1, 2].map(() => fetchPath('/cut')));
    for (const answer of failed) problem(answer);
    problem(await fetchPath('/cut'));
    assert.equal(server.seen.length, 2);
  });
});

it('counts per screen', async () => {
  await Promise.all([fetchPath('/text', TTL), fetchPath('/text', TTL)]);
  await fetchPath('/text', TTL);
  await fetchPath('/hang-up', {}, 'other/b');
  const { screens, inFlight, cacheEntries } = http.stats();
  assert.deepEqual(screens['local/a'], {
    ...NO_STORE,
    requests: 3,
    errors: 0,
    cacheHits: 1,
    joined: 1,
    bytes: 8,
  });
  assert.deepEqual(screens['other/b'], {
    ...NO_STORE,
    requests: 1,
    errors: 1,
    cacheHits: 0,
    joined: 0,
    bytes: 0,
  });
  assert.deepEqual([inFlight, cacheEntries], [0, 1]);
});

it('fails all requests after it was stopped, also those under way', async () => {
  const waiting = fetchPath('/silent');
  await until(() => server.seen.length === 1);
  await http.stop();
  assert.match(problem(await waiting), /cancelled$/);
  assert.match(problem(await fetchPath('/text')), /cancelled$/);
});
