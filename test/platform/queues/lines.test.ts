import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import type { Party } from '../../../src/platform/base/party-shares.ts';
import { Lines } from '../../../src/platform/queues/lines.ts';

/** Somebody who waits for so long. */
function user(party: Party = 'entry', ms = 10_000, sharers: readonly string[] = []) {
  return { party, sharers, until: deadlineIn(ms) };
}

/** Leave, for those who were let in. */
function leave(entered: (() => void) | string): void {
  assert.ok(typeof entered === 'function', String(entered));
  entered();
}

describe('lines', () => {
  it('let so many use one thing, however many others use another', async () => {
    const lines = new Lines({ parts: [2], maxWaiting: 0 });
    const inside = [await lines.enter('a', user()), await lines.enter('a', user())];
    assert.equal(await lines.enter('a', user()), 'full');
    inside.push(await lines.enter('b', user()));
    assert.equal(lines.size, 2);
    for (const entered of inside) leave(entered);
    assert.equal(lines.size, 0);
  });

  it('are left by those whose time is up, and remember nothing then', async () => {
    const lines = new Lines({ parts: [1], maxWaiting: 5 });
    const first = await lines.enter('a', user());
    assert.equal(await lines.enter('a', user('entry', 5)), 'late');
    leave(first);
    assert.equal(lines.size, 0);
    leave(await lines.enter('a', user()));
  });

  it('let those go first who are served first, and leave strangers half', async () => {
    const lines = new Lines({ parts: [4], maxWaiting: 99 });
    const strangers = Array.from({ length: 6 }, () => lines.enter('a', user('stranger')));
    const inside = [await strangers[0], await strangers[1]];
    const order: string[] = [];
    for (const waiting of strangers.slice(2))
      void waiting.then((entered) => {
        order.push('stranger');
        leave(entered);
      });
    const named = [lines.enter('a', user()), lines.enter('a', user()), lines.enter('a', user())];
    const entered = [await named[0], await named[1]];
    void named[2]?.then((last) => {
      order.push('entry');
      leave(last);
    });
    for (const one of [...inside, ...entered]) leave(one ?? '');
    await Promise.all([...strangers, ...named]);
    assert.deepEqual(order, ['entry', ...Array(4).fill('stranger')]);
    assert.equal(lines.size, 0);
  });
});
