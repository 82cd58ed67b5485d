import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { open } from 'lmdb';
import { LmdbExpiring } from '../../../src/state/file/lmdb-expiring.ts';
import { STATE_LIMITS } from '../../../src/state/limits.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

/** A shelf with room for some entries, its totals, and a clock that is set by hand. */
function openShelf(t: TestContext, maxBytes: number) {
  const root = open({ path: path.join(tempTree(t), 'data.mdb'), noSubdir: true, overlappingSync: false });
  t.after(() => root.close());
  const totals = root.openDB<number, string>({ name: 'totals', encoding: 'msgpack' });
  const clock = { nowMs: 1_000 };
  const shelf = new LmdbExpiring(root, totals, { name: 'x', maxBytes, nowMs: () => clock.nowMs });
  return { shelf, clock, change: (work: () => void) => root.transaction(work), total: () => totals.get('x') };
}

const BYTES = Buffer.alloc(1_000);

describe('bytes with an end in a folder', () => {
  it('stay within their limit: what would expire first goes first', async (t) => {
    const { shelf, change } = openShelf(t, 4_000);
    for (const [key, untilMs] of [
      ['a', 9_000],
      ['b', 5_000],
      ['c', 7_000],
      ['d', 8_000],
    ] as const) {
      await change(() => shelf.put(key, BYTES, untilMs));
    }
    assert.deepEqual(
      [...shelf.entries()].map(([key]) => key),
      ['a', 'c', 'd'],
    );
  });

  it('are swept in steps, and leave nothing', async (t) => {
    const { shelf, clock, change, total } = openShelf(t, 1e9);
    const count = STATE_LIMITS.sweepEntries * 2 + 5;
    await change(() => {
      for (let number = 0; number < count; number++) shelf.put(String(number), BYTES, 2_000 + number);
    });
    assert.equal(shelf.isDue, false);
    clock.nowMs = 2_000 + count - 2;
    let steps = 0;
    for (; shelf.isDue; steps++) await change(() => shelf.sweep());
    assert.equal(steps, 3);
    assert.equal([...shelf.entries()].length, 1);
    await change(() => shelf.remove(String(count - 1)));
    assert.equal(total(), 0);
  });

  it('count once when they are put in the place of others or kept longer', async (t) => {
    const { shelf, change, total } = openShelf(t, 1e9);
    await change(() => shelf.put('a', BYTES, 2_000));
    const once = total();
    await change(() => shelf.put('a', BYTES, 3_000));
    assert.equal(total(), once);
    await change(() => assert.equal(shelf.extend('a', 90_000), true));
    assert.equal(total(), once);
    await change(() => assert.equal(shelf.extend('b', 90_000), false));
  });
});
