/** A store that something else has damaged, as operators meet it: the server, its API, and the commands. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { open } from 'lmdb';
import { display, setup } from '../support/device/calls.ts';
import { macOf } from '../support/device/mac.ts';
import { finish, runCommand, start } from '../support/processes/stipple.ts';
import { randomNumbers } from '../support/random.ts';
import { someOf } from '../support/rounds.ts';
import { startAdmin, TOKEN } from '../support/server/admin.ts';
import type { TestServer } from '../support/server/server.ts';
import { runServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { DAMAGES, damageFile, fillStore } from '../support/state/damage.ts';
import { type RedisServer, startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const DEVICES = 300;
const BROKEN = macOf('02', 7);
const WHOLE = macOf('02', 8);

function keyOf(number: number): string {
  return number.toString(16).padStart(32, '0');
}

function state(url: string, ...args: readonly string[]) {
  const child = start('/', ['state', ...args], { STORE_URL: url });
  return finish(child).then((outcome) => ({ ...outcome, signal: child.signalCode }));
}

async function api(server: TestServer, method: string, place: string) {
  const response = await fetch(`${server.url}/api/admin/${place}`, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

interface Damaged {
  readonly kind: string;
  readonly count: number;
  readonly keys: readonly string[];
}

async function damagedOf(server: TestServer): Promise<readonly Damaged[]> {
  const { body } = await api(server, 'GET', 'health');
  return (body as { readonly state: { readonly damaged: readonly Damaged[] } }).state.damaged;
}

/** What an operator sees of one damaged device, and how it comes back. */
async function seeAndForget(server: TestServer): Promise<void> {
  assert.equal((await display(server, BROKEN, keyOf(7))).status, 429);
  assert.equal((await display(server, WHOLE, keyOf(8))).status, 200);
  const damaged = [{ kind: 'device', count: 1, keys: [BROKEN] }];
  await until(async () => (await damagedOf(server)).length > 0);
  assert.deepEqual(await damagedOf(server), damaged);
  const lines = server.logs.map((line) => JSON.stringify(line));
  const said = lines.filter((line) => line.includes('the stored record of a device is damaged'));
  assert.equal(said.length, 1);
  assert.ok(said[0]?.includes(BROKEN));
  const forgotten = await api(server, 'DELETE', `devices/${BROKEN}?forget=true`);
  assert.deepEqual([forgotten.status, forgotten.body], [200, { deleted: null, forgotten: BROKEN }]);
  assert.deepEqual(await damagedOf(server), []);
  assert.equal((await setup(server, BROKEN)).status, 200);
}

describe('a damaged record', () => {
  let redis: RedisServer;
  const root = mkdtempSync(path.join(tmpdir(), 'stipple-records-'));
  before(async () => {
    redis = await startRedis();
  });
  after(async () => {
    await redis.kill();
    rmSync(root, { recursive: true, force: true });
  });

  it('of a device in a folder is named by health and the commands, and the device can be forgotten', async (t) => {
    const folder = path.join(root, 'state');
    const url = `file:${folder}`;
    await fillStore(url, 20);
    const shelves = open({ path: path.join(folder, 'state.mdb'), noSubdir: true, maxDbs: 64 });
    const options = { encoding: 'msgpack', keyEncoding: 'binary' } as const;
    const identities = shelves.openDB<unknown, Buffer>({ name: 'identities', ...options });
    await identities.put(Buffer.from(BROKEN), { revision: 1, identity: '{', codes: [] });
    const texts = shelves.openDB<unknown, Buffer>({ name: 'config-texts', ...options });
    await texts.put(Buffer.from('3'), Buffer.from('no text'));
    await shelves.close();
    const checked = await runCommand('/', ['state', 'check'], { STORE_URL: url });
    assert.equal(checked.code, 1);
    assert.equal(checked.out, `device ${BROKEN}: it cannot be read\nconfig-texts 3: it cannot be read\n`);
    assert.match(checked.err, /^.*: 20 devices, \d+ records; damaged: 2\n$/);
    const exported = await runCommand('/', ['state', 'export'], { STORE_URL: url });
    assert.equal(exported.code, 1);
    assert.equal(exported.out.split('{"device":').length - 1, 19);
    const left = `damaged and left out: ${BROKEN}, revision 3 of the config`;
    assert.match(exported.err, new RegExp(`19 of 20 devices written; ${left}\n$`));
    const { server } = await startAdmin({ env: { STORE_URL: url } });
    t.after(() => server.stop());
    await seeAndForget(server);
  });

  it('of a device in Redis is named by health and the commands, and the device can be forgotten', async (t) => {
    await fillStore(redis.url, 20);
    await redis.command(`HSET stipple:d:{${BROKEN}} identity {`);
    await redis.command('SET stipple:seen x');
    const checked = await runCommand('/', ['state', 'check'], { STORE_URL: redis.url });
    assert.equal(checked.code, 1, checked.err);
    assert.deepEqual(checked.out.split('\n').sort(), [
      ...[
        '',
        `device ${BROKEN}: it cannot be read`,
        'order of contacts seen: it is a string, expected a zset',
      ],
    ]);
    const exported = await runCommand('/', ['state', 'export'], { STORE_URL: redis.url });
    assert.equal(exported.code, 1);
    assert.match(exported.err, new RegExp(`19 of 20 devices written; damaged and left out: ${BROKEN}\n$`));
    await redis.command('DEL stipple:seen');
    const { server } = await startAdmin({ env: { STORE_URL: redis.url } });
    t.after(() => server.stop());
    await seeAndForget(server);
  });
});

describe('a damaged file of a store', () => {
  const seed = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);

  it(`ends in a sentence, or all whole devices are served (seed ${seed})`, async (t) => {
    const root = mkdtempSync(path.join(tmpdir(), 'stipple-file-'));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    await fillStore(`file:${path.join(root, 'whole')}`, DEVICES);
    const random = randomNumbers(seed);
    for (const damage of someOf(DAMAGES)) {
      const folder = path.join(root, damage);
      const url = `file:${folder}`;
      cpSync(path.join(root, 'whole'), folder, { recursive: true });
      damageFile(path.join(folder, 'state.mdb'), damage, random);
      await assertClear(url, path.join(root, `${damage}.jsonl`), damage);
    }
  });
});

/** No command and no server ends without a sentence; where the store opens, whole devices are served. */
async function assertClear(url: string, backup: string, damage: string): Promise<void> {
  const checked = await state(url, 'check');
  const exported = await state(url, 'export', backup);
  for (const { signal, code, err } of [checked, exported]) {
    assert.ok(signal === null && [0, 1, 78].includes(code ?? -1), `${damage}: ${err}`);
    assert.doesNotMatch(err, /^\s+at /m);
  }
  if (exported.code === 78) {
    assert.equal(checked.code, 1);
    const { code, err } = await runServerProcess({ env: { STORE_URL: url } });
    assert.equal(code, 78, `${damage}: ${err}`);
    assert.match(err, /is damaged: .*See `stipple state check`/);
    return;
  }
  const server = await startServerProcess({ env: { STORE_URL: url, COMPOSE_THREADS: '1' } });
  try {
    for (const number of [0, 99, 299]) {
      const isWhole = !checked.out.includes(`device ${macOf('02', number)}`);
      const { status } = await display(server, macOf('02', number), keyOf(number));
      assert.equal(status, isWhole ? 200 : 429, `${damage}, device ${number}: ${checked.out}`);
    }
  } finally {
    await server.stop();
  }
}
