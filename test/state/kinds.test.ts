/** What the rows of the tables of kinds bring: every engine keeps, exports, imports and checks each of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exportState, importState } from '../../src/state/export-state.ts';
import {
  BLOB_KINDS,
  COMMON_JOURNAL_KINDS,
  DEVICE_JOURNAL_KINDS,
  JOURNAL_KINDS,
  PUSH_KINDS,
  RECORD_KINDS,
  RECORDS,
} from '../../src/state/kinds.ts';
import { REDIS_KEYS } from '../../src/state/redis/check-redis.ts';
import type { State } from '../../src/state/state.ts';
import { enginesUnderTest } from '../support/state/engines.ts';

const ID = 'AA:BB:CC:DD:EE:01';
const NOW_MS = Date.now();
const EXPORTED_RECORDS = RECORD_KINDS.filter((kind) => RECORDS[kind].exported !== null);

it('kinds have keys of their own in Redis', () => {
  const starts = REDIS_KEYS.map(([start]) => start);
  assert.equal(new Set(starts).size, starts.length);
});

for (const { engine, fresh } of enginesUnderTest()) {
  describe(`each kind in ${engine}`, () => {
    it('is kept', async (t) => {
      const state = await fresh(t);
      await fill(state);
      for (const kind of BLOB_KINDS) assert.equal(String(await state[kind].get('hash')), kind);
      for (const kind of RECORD_KINDS) assert.equal(await state[kind].get('name'), kind);
      for (const kind of PUSH_KINDS) assert.equal((await state[kind].get('name'))?.head, kind);
      assert.deepEqual(await linesOf(state), [...DEVICE_JOURNAL_KINDS, ...COMMON_JOURNAL_KINDS]);
    });

    it('is in an export, if it is to last', async (t) => {
      const state = await fresh(t);
      await fill(state);
      const lines = await gather(exportState(state, NOW_MS));
      const copy = await fresh(t);
      await importState(copy, lines);
      assert.deepEqual(await linesOf(copy), [...DEVICE_JOURNAL_KINDS, ...COMMON_JOURNAL_KINDS]);
      for (const kind of EXPORTED_RECORDS) assert.equal(await copy[kind].get('name'), kind);
    });

    it('is looked at by a check', async (t) => {
      const state = await fresh(t);
      await fill(state);
      const found = await gather(state.check());
      assert.deepEqual(
        found.filter(({ problem }) => problem !== null),
        [],
      );
      const kinds = new Set(found.map(({ kind }) => kind));
      for (const kind of [...JOURNAL_KINDS, ...BLOB_KINDS, ...RECORD_KINDS]) assert.ok(kinds.has(kind), kind);
      assert.ok(!kinds.has('unknown'));
    });

    it('of a device is forgotten with it', async (t) => {
      const state = await fresh(t);
      await fill(state);
      await state.devices.forget(ID);
      assert.deepEqual(await linesOf(state), COMMON_JOURNAL_KINDS);
    });
  });
}

async function fill(state: State): Promise<void> {
  await state.devices.claim(ID, '{}', [], NOW_MS);
  for (const kind of DEVICE_JOURNAL_KINDS) await state[kind].append(ID, [kind], NOW_MS);
  for (const kind of COMMON_JOURNAL_KINDS) await state[kind].append(kind, [kind], NOW_MS);
  for (const kind of BLOB_KINDS) await state[kind].put('hash', Buffer.from(kind));
  for (const kind of RECORD_KINDS) await state[kind].put('name', kind, 1);
  for (const kind of PUSH_KINDS)
    await state[kind].put('name', { head: kind, body: Buffer.from(kind) }, 60_000);
}

/** The lines of all journals. */
async function linesOf(state: State): Promise<readonly string[]> {
  const journals = [
    ...DEVICE_JOURNAL_KINDS.map((kind) => state[kind].list(ID, NOW_MS)),
    ...COMMON_JOURNAL_KINDS.map((kind) => state[kind].list(kind, NOW_MS)),
  ];
  return (await Promise.all(journals)).flat().map(({ text }) => text);
}

async function gather<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
