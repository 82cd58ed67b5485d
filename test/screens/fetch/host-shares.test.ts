/** What a host is asked for some, it is not kept from being asked for others: shares of its connections, by party and by screen. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Party } from '../../../src/platform/base/party-shares.ts';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import type { FetchAnswer } from '../../../src/screens/fetch/request.ts';
import { type LocalServer, startLocalServer } from '../../support/network/local-server.ts';
import { randomNumbers } from '../../support/random.ts';
import { until } from '../../support/waiting.ts';
import { get, text } from './fetch-request.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);

let server: LocalServer;
let http: OutboundHttp;

beforeEach(async () => {
  server = await startLocalServer();
  http = new OutboundHttp();
});
afterEach(async () => {
  await http.stop();
  await server.stop();
});

function ask(path: string, party: Party, screenRef = 'local/a', more = {}): Promise<FetchAnswer> {
  return http.fetch(get(`${server.url}${path}`, { timeoutMs: 20_000, ...more }), {
    ...{ allowPrivateNetwork: true, screenRef, party },
  });
}

/** Requests that the host does not answer until it is told to. */
function hang(count: number, party: Party, screenRef?: string): readonly Promise<FetchAnswer>[] {
  return Array.from({ length: count }, (_, n) => ask(`/slow?${party}${screenRef}${n}`, party, screenRef));
}

describe('a host that does not answer some', () => {
  it('is asked for a device of the config all the same, when these are strangers, however many', async () => {
    const hanging = hang(200, 'stranger');
    await until(() => server.held() === 6, 'strangers have their share');
    assert.equal(text(await ask('/text', 'entry')), 'text');
    assert.equal(server.held(), 6);
    await until(() => {
      server.release();
      return server.seen.length === 201;
    });
    server.release();
    assert.ok((await Promise.all(hanging)).every(({ ok }) => ok));
  });

  it('is asked for another screen, when these are one screen of devices of the config', async () => {
    const hanging = hang(100, 'entry', 'local/slow');
    await until(() => server.held() === 8, 'a screen has its share');
    assert.equal(text(await ask('/text', 'entry', 'local/other')), 'text');
    assert.equal(server.held(), 8);
    await until(() => {
      server.release();
      return server.seen.length === 101;
    });
    server.release();
    await Promise.all(hanging);
  });

  it('gets an equal request again for a device of the config, where that of a stranger waits for its turn', async () => {
    const hanging = hang(6, 'stranger');
    await until(() => server.held() === 6);
    const waiting = ask('/text', 'stranger');
    assert.equal(text(await ask('/text', 'entry')), 'text');
    const ofMany = await Promise.all([
      ask('/echo', 'entry'),
      ask('/echo', 'entry'),
      ask('/echo', 'stranger'),
    ]);
    assert.equal(new Set(ofMany.map(text)).size, 1);
    assert.equal(server.seen.filter((line) => line === 'GET /echo').length, 1, 'a stranger may share it');
    await until(() => {
      server.release();
      return server.seen.filter((line) => line === 'GET /text').length === 2;
    });
    assert.equal(text(await waiting), 'text');
    server.release();
    await Promise.all(hanging);
  });

  it('is left by those who wait no longer', async () => {
    const gone = new AbortController();
    const policy = { allowPrivateNetwork: true, screenRef: 'local/a', party: 'entry' } as const;
    const hanging = hang(8, 'entry');
    await until(() => server.held() === 8);
    const left = http.fetch(get(`${server.url}/text?left`), policy, gone.signal);
    gone.abort();
    assert.equal((await left).ok, false);
    server.release();
    await Promise.all(hanging);
    assert.equal(text(await ask('/text', 'entry')), 'text');
    assert.ok(!server.seen.includes('GET /text?left'));
  });
});

describe(`a crowd of requests of all kinds (seed ${SEED})`, () => {
  it('never keeps one of a device of the config, be it of whatever screen', async () => {
    const random = randomNumbers(SEED);
    const parties: readonly Party[] = ['stranger', 'stranger', 'admin', 'engine', 'adopted'];
    const crowd: Promise<FetchAnswer>[] = [];
    for (let n = 0; n < 200; n++) {
      const party = parties[random(parties.length)] ?? 'stranger';
      const redirected = random(5) === 0 ? '/to-text' : `/slow?${n}`;
      crowd.push(ask(redirected, party, `local/${random(3)}`));
    }
    const slow = setInterval(() => random(2) === 0 && server.release(), 100);
    for (let n = 0; n < 20; n++) {
      // In less time than the slow ones are held for.
      const answer = await ask(`/text?${n}`, 'entry', `local/named${random(3)}`, { timeoutMs: 5_000 });
      assert.equal(text(answer), 'text');
    }
    clearInterval(slow);
    const all = Promise.all(crowd).then(() => true);
    await until(async () => {
      server.release();
      return Promise.race([all, new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
    });
  });
});
