/** Stored records that something else has changed: others are served, and nothing is thrown but what says so. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Database, open, type RootDatabase } from 'lmdb';
import { isIdentity } from '../../src/fleet/register/device-texts.ts';
import { exportState } from '../../src/state/export-state.ts';
import { AUDIT_ID, type State } from '../../src/state/state.ts';
import { StateError } from '../../src/state/state-error.ts';
import { randomNumbers } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { opened } from '../support/state/engines.ts';
import { DIGEST } from '../support/state/keeper-servers.ts';
import { type RedisServer, startRedis } from '../support/state/redis-server.ts';

const NOW = Date.now();
const SOUND = JSON.stringify({ tokenDigests: [DIGEST], registrationCode: 'ABCDEFGHJKMNPQR' });
const IDS = ['AA:BB:CC:DD:EE:01', 'AA:BB:CC:DD:EE:02', 'AA:BB:CC:DD:EE:03'] as const;
const [FIRST, SECOND, THIRD] = IDS;
const ROUNDS = rounds(20);

describe('damaged records in a folder', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'stipple-damaged-'));
  after(() => rmSync(root, { recursive: true, force: true }));

  it('cost no other record, and no error but one that says so', async (t) => {
    const seed = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
    t.diagnostic(`seed ${seed}`);
    const random = fractions(seed);
    for (let round = 0; round < ROUNDS; round++) {
      const folder = path.join(root, String(round));
      await fill(`file:${folder}`, t);
      await damageFolder(folder, random);
      const state = await opened(t, `file:${folder}`, { isIdentity });
      await useAll(state);
      await state.close();
    }
  });

  it('are devices that nobody can claim, which an export counts, and which can be forgotten', async (t) => {
    for (const garbage of [
      '{',
      '{}',
      JSON.stringify({ tokenDigests: ['x'] }),
      `${SOUND.slice(0, -1)},"firstUsedMs":"x"}`,
    ]) {
      const folder = mkdtempSync(path.join(root, 'one-'));
      await fill(`file:${folder}`, t);
      const shelves = open({ path: path.join(folder, 'state.mdb'), noSubdir: true, maxDbs: 64 });
      const identities = shelves.openDB<unknown, Buffer>({
        name: 'identities',
        encoding: 'msgpack',
        keyEncoding: 'binary',
      });
      await identities.put(Buffer.from(SECOND), { revision: 1, identity: garbage, codes: [] });
      await shelves.close();
      await assertSetAside(await opened(t, `file:${folder}`, { isIdentity }));
    }
  });
});

describe('damaged records in Redis', () => {
  let server: RedisServer;
  before(async () => {
    server = await startRedis();
  });
  after(() => server.kill());

  it('cost no other record, and no error but one that says so', async (t) => {
    const seed = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
    t.diagnostic(`seed ${seed}`);
    const random = fractions(seed);
    for (let round = 0; round < ROUNDS; round++) {
      const url = `${server.url}?prefix=r${round}:`;
      await fill(url, t);
      await damageRedis(server, `r${round}:`, random);
      const state = await opened(t, url, { isIdentity });
      await useAll(state);
      await state.close();
    }
  });

  it('are devices that nobody can claim, which an export counts, and which can be forgotten', async (t) => {
    const key = (prefix: string): string => `${prefix}d:{${SECOND}}`;
    const damages = [
      (prefix: string) => `HSET ${key(prefix)} identity x`,
      (prefix: string) => `HSET ${key(prefix)} revision x`,
      (prefix: string) => `HDEL ${key(prefix)} identity`,
      (prefix: string) => `SET ${key(prefix)} x`,
    ];
    for (const [index, damage] of damages.entries()) {
      const prefix = `one${index}:`;
      const url = `${server.url}?prefix=${prefix}`;
      await fill(url, t);
      await server.command(damage(prefix));
      await assertSetAside(await opened(t, url, { isIdentity }));
    }
  });

  it('are not meant where the user may not read a device', async (t) => {
    const url = `${server.url}?prefix=noperm:`;
    const state = await fill(url, t, false);
    await server.command('ACL SETUSER default -hmget');
    await assert.rejects(listed(state), { kind: 'unusable' });
    await assert.rejects(state.devices.forget(SECOND), { kind: 'unusable' });
    await server.command('ACL SETUSER default +hmget');
    assert.equal(state.devices.unreadable.size, 0);
    assert.deepEqual(await listed(state), [...IDS]);
  });
});

async function fill(url: string, t: Parameters<typeof opened>[0], isClosed = true): Promise<State> {
  const state = await opened(t, url, { commandMs: 20_000 });
  for (const [index, id] of IDS.entries()) {
    await state.devices.claim(id, SOUND, [`CODE${index}`], NOW + index);
    await state.devices.noteContact(id, '{"address":"127.0.0.1"}', NOW + index);
    await Promise.all([
      state.logs.append(id, ['{"a":1}'], NOW),
      state.events.append(id, ['{"b":1}'], NOW),
      state.unproven.append(id, ['{"b":1}'], NOW),
      state.trail.append(id, ['{"c":1}'], NOW),
      state.history.put(id, NOW, Buffer.alloc(16, 7)).catch(() => undefined),
    ]);
  }
  await state.contents.put('c1', Buffer.from('content'));
  await state.pictures.put('p1', Buffer.from('picture'));
  await state.config.save(0, { text: 'a: 1', savedMs: NOW, note: 'first' });
  await state.config.save(1, { text: 'a: 2', savedMs: NOW, note: 'second' });
  await state.alerts.put('rule', '{"is":"firing"}', 1);
  await state.repos.put('repo', '{"sha":"f00"}', 1);
  await state.pushedPictures.put('push', { head: '{}', body: Buffer.from('body') }, 60_000);
  await state.audit.append(AUDIT_ID, ['{"who":"me"}'], NOW);
  await state.urlSecret.settle('secret');
  if (isClosed) await state.close();
  return state;
}

/** Everything that a server and an export read. */
async function useAll(state: State): Promise<void> {
  const calls: (() => Promise<unknown>)[] = [
    () => listed(state),
    ...IDS.map((id) => () => state.devices.get(id)),
    () => state.devices.byCode('CODE1'),
    () => state.devices.claim(SECOND, SOUND, ['CODE1'], NOW),
    () => state.devices.noteContact(SECOND, '{}', NOW + 9),
    ...IDS.map((id) => () => state.logs.list(id, NOW)),
    ...IDS.map((id) => () => state.events.append(id, ['{}'], NOW)),
    ...IDS.map((id) => () => state.trail.list(id, NOW)),
    ...IDS.map((id) => () => state.history.list(id, 0, NOW)),
    () => state.contents.get('c1'),
    () => state.contents.put('c1', Buffer.from('content')),
    () => state.pictures.get('p1'),
    () => state.config.current(),
    () => state.config.history(),
    () => state.config.save(2, { text: 'a: 3', savedMs: NOW, note: 'third' }),
    () => state.alerts.all(),
    () => state.alerts.put('rule', '{}', 2),
    () => state.repos.all(),
    () => state.pushedPictures.heads(),
    () => state.pushedPictures.get('push'),
    () => state.audit.list(AUDIT_ID, NOW),
    () => state.urlSecret.settle('other'),
    () => linesOf(state),
  ];
  for (const call of calls) {
    await call().catch((error: unknown) => {
      assert.ok(error instanceof StateError && error.kind === 'damaged', String((error as Error).stack));
    });
  }
  assert.equal((await state.devices.get(FIRST))?.identity, SOUND);
}

async function assertSetAside(state: State): Promise<void> {
  assert.deepEqual(await listed(state), [FIRST, THIRD]);
  assert.deepEqual([...state.devices.unreadable], [SECOND]);
  await assert.rejects(state.devices.get(SECOND), { kind: 'damaged' });
  await assert.rejects(state.devices.claim(SECOND, SOUND, [], NOW), { kind: 'damaged' });
  const lines = await linesOf(state);
  assert.equal(lines.filter((line) => line.startsWith('{"device":')).length, 2);
  assert.equal(await state.devices.forget(SECOND, NOW + 1_000_000), false);
  assert.equal(await state.devices.forget(SECOND), true);
  assert.equal(state.devices.unreadable.size, 0);
  assert.equal(await state.devices.get(SECOND), null);
  assert.deepEqual(await listed(state), [FIRST, THIRD]);
  assert.equal((await state.devices.claim(SECOND, SOUND, [], NOW)).won, true);
  await state.close();
}

async function linesOf(state: State): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of exportState(state, NOW)) lines.push(line);
  return lines;
}

async function listed({ devices }: State): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const batch of devices.all()) ids.push(...batch.map(({ id }) => id));
  return ids.sort();
}

/** Bytes flipped, or the end cut off. */
function damaged(bytes: Buffer, random: () => number): Buffer {
  if (random() < 0.4) return Buffer.from(bytes.subarray(0, Math.floor(random() * bytes.length)));
  const copy = Buffer.from(bytes);
  for (let flips = 1 + Math.floor(random() * 4); flips > 0 && copy.length > 0; flips--)
    copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
  return copy;
}

const SHELVES = [
  ...[
    'identities',
    'contacts',
    'codes',
    'logs',
    'events',
    'unproven',
    'trail',
    'history',
    'contents',
    'pictures',
    'audit',
  ],
  ...['pushHeads', 'pushBodies', 'config', 'config-texts', 'alerts', 'repos', 'secrets', 'leases', 'totals'],
];

/** Some values of each shelf. */
async function damageFolder(folder: string, random: () => number): Promise<void> {
  const root: RootDatabase = open({ path: path.join(folder, 'state.mdb'), noSubdir: true, maxDbs: 64 });
  for (const name of SHELVES) {
    const records: Database<Buffer, Buffer> = root.openDB({
      name,
      encoding: 'binary',
      keyEncoding: 'binary',
    });
    for (const { key, value } of [...records.getRange()])
      if (random() < 0.4 && !key.toString().includes(FIRST)) records.putSync(key, damaged(value, random));
  }
  await root.close();
}

async function damageRedis(server: RedisServer, prefix: string, random: () => number): Promise<void> {
  const keys = await server.command(`KEYS ${prefix}*`);
  for (const [key] of keys.matchAll(/r\d+:[^\r\n]+/g)) {
    if (random() > 0.4 || key.includes(FIRST) || key.endsWith(':version')) continue;
    const garbage = damaged(Buffer.from('{"tokenDigests":[]}'), random).toString('hex').slice(0, 30) || 'x';
    if (random() < 0.5) await server.command(`SET ${key} ${garbage}`);
    else
      for (const field of ['identity', 'codes', 'seen', 'contact', 'revision', '1', '2', 'rule', 'head'])
        if (random() < 0.4) await server.command(`HSET ${key} ${field} ${garbage}`);
  }
}

function fractions(seed: number): () => number {
  const next = randomNumbers(seed);
  return () => next(1_000_000) / 1_000_000;
}
