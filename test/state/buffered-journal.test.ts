import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { BufferedJournal, type BufferLimits } from '../../src/state/buffered-journal.ts';
import { JOURNALS } from '../../src/state/kinds.ts';
import type { JournalState } from '../../src/state/state.ts';
import { StateError } from '../../src/state/state-error.ts';
import { openMemory } from '../support/state/memory.ts';

const ID = 'AA:BB:CC:DD:EE:01';
const NOW_MS = Date.now();

const LIMITS: BufferLimits = {
  bytes: 100_000,
  inventedBytes: 10_000,
  bytesEach: 50_000,
  leastBytesEach: 1_000,
  linesEach: 3,
  remembersWritten: false,
};

interface Store {
  readonly journal: JournalState;
  isAway: boolean;
}

async function store(t: TestContext): Promise<Store> {
  const { events } = await openMemory(t);
  const reach = async <T>(work: () => Promise<T>): Promise<T> =>
    kept.isAway ? Promise.reject(new StateError('unavailable', 'away')) : work();
  const kept: Store = {
    isAway: false,
    journal: {
      append: (...line) => reach(() => events.append(...line)),
      list: (...line) => reach(() => events.list(...line)),
    },
  };
  return kept;
}

async function textsOf(buffer: BufferedJournal): Promise<readonly string[] | null> {
  return (await buffer.list(ID, NOW_MS))?.map(({ text }) => text) ?? null;
}

describe('a buffered journal', () => {
  it('has lines in the order in which they came, and keeps nothing that the store has', async (t) => {
    const buffer = new BufferedJournal((await store(t)).journal, LIMITS);
    for (const text of ['a', 'b', 'c', 'd', 'e']) {
      buffer.add(ID, [text], null);
      void buffer.write(ID);
    }
    await buffer.flush();
    assert.deepEqual(buffer.remembered(ID), []);
    // The first was on its way; of those that waited for it, the last ones fit.
    assert.deepEqual(await textsOf(buffer), ['a', 'c', 'd', 'e']);
  });

  it('lets the last lines wait while the store is away, and writes them when it is back', async (t) => {
    const kept = await store(t);
    const buffer = new BufferedJournal(kept.journal, LIMITS);
    kept.isAway = true;
    for (const text of ['a', 'b', 'c', 'd']) buffer.add(ID, [text], null);
    assert.equal(await buffer.write(ID), false);
    assert.equal(await textsOf(buffer), null);
    assert.deepEqual([buffer.remembered(ID), buffer.unwritten(ID)], [['b', 'c', 'd'], 3]);
    kept.isAway = false;
    assert.deepEqual(await textsOf(buffer), ['b', 'c', 'd']);
    assert.equal(buffer.bytes, 0);
  });

  it('remembers what it has written for while the store is away, if it is to', async (t) => {
    const kept = await store(t);
    const buffer = new BufferedJournal(kept.journal, { ...LIMITS, remembersWritten: true });
    buffer.add(ID, ['a'], null);
    await buffer.flush();
    kept.isAway = true;
    assert.deepEqual([buffer.remembered(ID), buffer.unwritten(ID)], [['a'], 0]);
  });

  it('goes on after a line that the store never takes', async (t) => {
    const buffer = new BufferedJournal((await store(t)).journal, LIMITS);
    buffer.add(ID, ['x'.repeat(JOURNALS.events.lineBytes + 1)], null);
    assert.equal(await buffer.write(ID), true);
    buffer.add(ID, ['a'], null);
    assert.deepEqual(await textsOf(buffer), ['a']);
  });

  it('keeps the time of each line, however long it waits', async (t) => {
    const kept = await store(t);
    const buffer = new BufferedJournal(kept.journal, LIMITS);
    kept.isAway = true;
    buffer.add(ID, ['a'], NOW_MS - 9_000);
    await buffer.write(ID);
    buffer.add(ID, ['b'], NOW_MS - 1_000);
    kept.isAway = false;
    await buffer.write(ID);
    assert.deepEqual(await buffer.list(ID, NOW_MS), [
      { text: 'a', atMs: NOW_MS - 9_000 },
      { text: 'b', atMs: NOW_MS - 1_000 },
    ]);
  });

  it('writes at its end what the store did not take before', async (t) => {
    const kept = await store(t);
    const buffer = new BufferedJournal(kept.journal, LIMITS);
    kept.isAway = true;
    for (const id of [ID, 'other']) buffer.add(id, ['a'], NOW_MS);
    await buffer.flush();
    buffer.forget('other');
    kept.isAway = false;
    await buffer.flush();
    assert.equal(buffer.unwritten(ID), 1);
    await buffer.close();
    assert.deepEqual(await kept.journal.list(ID, NOW_MS), [{ text: 'a', atMs: NOW_MS }]);
    assert.deepEqual(await kept.journal.list('other', NOW_MS), []);
  });

  it('asks a store that is away for a few ids only, and writes all of them when it is back', async (t) => {
    const kept = await store(t);
    let asked = 0;
    const journal: JournalState = {
      ...kept.journal,
      append: (...line) => {
        asked += 1;
        return kept.journal.append(...line);
      },
    };
    const buffer = new BufferedJournal(journal, { ...LIMITS, inventedBytes: 1_000_000 });
    const ids = Array.from({ length: 1_000 }, (_, n) => `device ${n}`);
    kept.isAway = true;
    for (const id of ids) buffer.add(id, ['a'], NOW_MS);
    await buffer.flush();
    assert.ok(asked < 300, `${asked} asked`);
    assert.equal(buffer.waiting, 0);
    kept.isAway = false;
    await buffer.close();
    for (const id of ids) assert.equal((await kept.journal.list(id, NOW_MS)).length, 1, id);
  });

  it('writes nothing of what was forgotten', async (t) => {
    const buffer = new BufferedJournal((await store(t)).journal, LIMITS);
    buffer.add(ID, ['a'], null);
    buffer.forget(ID);
    await buffer.flush();
    assert.deepEqual(await textsOf(buffer), []);
  });

  it('is in memory alone without a store', async () => {
    const buffer = new BufferedJournal(null, LIMITS);
    buffer.add(ID, ['a', 'b', 'c', 'd'], null);
    await buffer.flush();
    assert.deepEqual([await textsOf(buffer), buffer.unwritten(ID)], [['b', 'c', 'd'], 0]);
  });
});
