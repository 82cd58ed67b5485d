/** What is announced of requests that scripts make. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { LookupAll } from '../../../src/screens/fetch/guarded-connect.ts';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import { type LocalServer, startLocalServer } from '../../support/network/local-server.ts';
import { type EventList, listEvents } from '../../support/told-events.ts';
import { get } from './fetch-request.ts';

const POLICY = { allowPrivateNetwork: true, screenRef: 'local/a' };

const lookup: LookupAll = (_, callback) => callback(null, [{ address: '169.254.169.254', family: 4 }]);

describe('a listener to outbound requests', () => {
  let server: LocalServer;
  let http: OutboundHttp;
  let list: EventList;
  before(async () => {
    server = await startLocalServer();
  });
  beforeEach(() => {
    list = listEvents();
    http = new OutboundHttp({ lookup, maxResponseBytes: 100_000, events: list.events });
  });
  after(() => server.stop());

  /** Host and outcome of each request that was sent for one of a script. */
  async function outcomes(url: string, more: Parameters<typeof get>[1] = {}): Promise<readonly unknown[][]> {
    await http.fetch(get(url, more), POLICY);
    assert.ok(list.told.every(([method, , , ms]) => method === 'upstream' && Number(ms) >= 0));
    await http.stop();
    return list.told.map(([, host, outcome]) => [host, outcome]);
  }

  const local = (): string => new URL(server.url).host;

  for (const [what, path, outcome] of [
    ['an answer', '/text', 'ok'],
    ['an answer with an error status', '/missing', 'http_error'],
    ['a connection that is cut', '/hang-up', 'failed'],
    ['an answer that is cut off', '/cut', 'failed'],
    ['an answer that is too large', '/large', 'refused'],
  ] as const) {
    it(`hears of ${what}`, async () => {
      assert.deepEqual(await outcomes(`${server.url}${path}`), [[local(), outcome]]);
    });
  }

  it('hears of a host that does not answer in time', async () => {
    assert.deepEqual(await outcomes(`${server.url}/silent`, { timeoutMs: 50 }), [[local(), 'failed']]);
  });

  it('hears of an address that screens may not reach', async () => {
    assert.deepEqual(await outcomes('http://metadata.test/'), [['metadata.test', 'refused']]);
  });

  it('hears of each request on the way of a redirect', async () => {
    assert.deepEqual(await outcomes(`${server.url}/to-text`), [
      [local(), 'ok'],
      [local(), 'ok'],
    ]);
    assert.deepEqual(server.seen.slice(-2), ['GET /to-text', 'GET /text']);
  });

  it('hears nothing where no request is sent', async () => {
    const cached = get(`${server.url}/text`, { cacheTtlSeconds: 60 });
    await http.fetch(cached, POLICY);
    await http.fetch(cached, POLICY);
    await http.fetch(get('ftp://files.example/'), POLICY);
    await http.stop();
    assert.equal(list.told.length, 1);
  });
});
