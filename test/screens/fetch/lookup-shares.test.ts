/** Host names that take long to look up hold up those who ask for them, and nobody else. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Party } from '../../../src/platform/base/party-shares.ts';
import type { LookupAll } from '../../../src/screens/fetch/guarded-connect.ts';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import type { FetchAnswer } from '../../../src/screens/fetch/request.ts';
import { type LocalServer, startLocalServer } from '../../support/network/local-server.ts';
import { randomNumbers } from '../../support/random.ts';
import { until } from '../../support/waiting.ts';
import { get, text } from './fetch-request.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
/** Threads that the system's look-ups have: with one more under way, the next has to wait. */
const THREADS = 4;

let server: LocalServer;
let http: OutboundHttp;
/** Names that are under way, and what ends their look-up; those of slow names do not end by themselves. */
let resolving: Map<string, () => void>;
/** Look-ups for which there was no thread. */
let waiting: (() => void)[];
let most: number;

/** As the system looks names up: a few at a time, the others in the order in which they came. */
const lookup: LookupAll = (hostname, callback) => {
  const begin = (): void => {
    const end = (): void => {
      resolving.delete(hostname);
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
      waiting.shift()?.();
    };
    resolving.set(hostname, end);
    most = Math.max(most, resolving.size);
    if (!hostname.startsWith('slow')) setImmediate(end);
  };
  if (resolving.size < THREADS) begin();
  else waiting.push(begin);
};

beforeEach(async () => {
  [resolving, waiting, most] = [new Map(), [], 0];
  server = await startLocalServer();
  http = new OutboundHttp({ lookup });
});
afterEach(async () => {
  for (const end of resolving.values()) end();
  await http.stop();
  await server.stop();
});

function ask(name: string, party: Party, timeoutMs = 20_000): Promise<FetchAnswer> {
  const url = `http://${name}.example:${new URL(server.url).port}/text`;
  return http.fetch(get(url, { timeoutMs }), {
    allowPrivateNetwork: true,
    screenRef: `local/${name}`,
    party,
  });
}

describe(`names that are slow to look up (STIPPLE_SEED=${SEED})`, () => {
  it('of strangers and admins, however many, leave those of known devices a thread', async () => {
    const random = randomNumbers(SEED);
    for (let n = 0; n < 60; n++) void ask(`slow-${n}`, random(3) === 0 ? 'admin' : 'stranger');
    await until(() => resolving.size === 2, 'both have their share');
    for (let n = 0; n < 20; n++) {
      assert.equal(text(await ask(`quick-${n}`, random(2) === 0 ? 'entry' : 'adopted')), 'text');
    }
    assert.equal(resolving.size, 2);
    assert.ok(most < THREADS, 'one thread stays for files');
  });

  it('hold their place after those who asked have given up, as their thread does', async () => {
    await Promise.all(['slow-1', 'slow-2', 'slow-3'].map((name) => ask(name, 'stranger', 50)));
    void ask('slow-4', 'stranger');
    assert.equal(text(await ask('quick', 'entry')), 'text');
    assert.equal(resolving.size, 1, 'strangers look up one at a time');
  });
});
