/**
 * The cluster of `deploy/cluster` while its store is away: three servers behind a real nginx, whatever way that chooses one.
 * What a device is told by one server, each other one draws, byte for byte.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { display } from '../support/device/calls.ts';
import { macOf } from '../support/device/mac.ts';
import type { Nginx } from '../support/network/nginx.ts';
import { randomNumbers } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { METHODS, type Method, NGINX_CONF, startBalancer } from './balancer.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const DEVICES = 3 * rounds(30, 6);
/** Each a third has an entry, the others show the server's own screen for unassigned ones. */
const NAMED = DEVICES / 3;
const SIZES: readonly Record<string, string>[] = [
  {},
  { Width: '800', Height: '480' },
  { Width: '640', Height: '384' },
];

const CONFIG = `default_screen: service-builtin/default
devices:
${Array.from({ length: NAMED }, (_, n) => `  "${macOf('BA', n)}": { screen: plain }\n`).join('')}`;

async function serve(t: TestContext, store: string): Promise<ServerProcess> {
  const server = await startServerProcess({
    config: CONFIG,
    env: { STORE_URL: store, TRUST_PROXY: '1', COMPOSE_THREADS: '1' },
  });
  t.after(() => server.stop());
  return server;
}

/** What a device says of itself in a wake: other readings each time. */
function readingsOf(n: number, wake: number): Record<string, string> {
  const readings = { 'Battery-Voltage': `4.${100 + n}`, RSSI: `-${40 + (n % 40) + wake}` };
  return { ...readings, ...SIZES[n % SIZES.length] };
}

async function bytesOf(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await fetch(url, { headers });
  const body = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.status, 200, `${new URL(url).pathname}: ${body.toString('utf8').slice(0, 200)}`);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  return body;
}

/** What stands in front of the servers, and which wake of the devices comes through it. */
interface Round {
  readonly method: Method;
  readonly wake: number;
}

async function wakeAll(
  t: TestContext,
  servers: readonly ServerProcess[],
  { method, wake }: Round,
): Promise<void> {
  const random = randomNumbers(SEED + wake);
  const balancer = await balance(t, servers, method);
  const order = Array.from({ length: DEVICES }, (_, n) => n).sort(() => random(3) - 1);
  for (const n of order) {
    const mac = macOf('BA', n);
    const { status, body } = await display(balancer, mac, `token ${n}`, readingsOf(n, wake));
    assert.equal(status, 200, `display of ${mac}`);
    const { image_url: address } = body;
    assert.ok(address.length < 232, address);
    // Firmware sends its ID with the picture where the address begins as that of the server does; others do not.
    const shown = await bytesOf(address, n % 2 === 0 ? { ID: mac } : {});
    // Any server draws it; to have all of them draw each would take most of the time, and they are alike in each size.
    if (random(3) > 0) continue;
    const { pathname, search } = new URL(address);
    for (const { url } of servers) assert.deepEqual(await bytesOf(url + pathname + search), shown, mac);
  }
}

async function balance(t: TestContext, servers: readonly ServerProcess[], method: Method): Promise<Nginx> {
  const balancer = await startBalancer(
    servers.map(({ port }) => port),
    method,
  );
  t.after(() => balancer.stop());
  return balancer;
}

describe(`a cluster without its store (seed ${SEED})`, () => {
  it(`shows ${DEVICES} devices what they say, whichever way nginx takes`, async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const servers = await Promise.all(Array.from({ length: 3 }, () => serve(t, redis.url)));
    const methods = Object.keys(METHODS) as Method[];
    const before = await balance(t, servers, methods[0] as Method);
    for (let n = 0; n < DEVICES; n++) {
      const told = await display(before, macOf('BA', n), `token ${n}`, readingsOf(n, 0));
      assert.equal(told.status, 200, JSON.stringify(told.body));
      await bytesOf(told.body.image_url);
    }
    await redis.kill();
    for (const [n, method] of methods.entries()) {
      await t.test(`by ${method}`, (step) => wakeAll(step, servers, { method, wake: n + 1 }));
    }
    const failed = servers.flatMap(({ lines }) => lines().filter((line) => line.includes('screen failed')));
    assert.deepEqual(failed, [], 'no error screen');
  });

  it('is balanced as the documents advise', () => {
    const docs = readFileSync(path.join(PACKAGE_ROOT, 'docs/operations.md'), 'utf8');
    const advice = `\`${METHODS['a hash of the ID header']}\``;
    for (const text of [docs, NGINX_CONF]) assert.ok(text.includes(advice), 'the advice that was tried');
  });
});
