import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PushHead, PushShelf } from '../../../src/engine/contents/push-shelf.ts';
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import type { State } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { openMemory } from '../../support/state/memory.ts';
import { until } from '../../support/waiting.ts';

const NOW = 1_771_674_964_000;

function headOf(body: string, more: Partial<PushHead> = {}): PushHead {
  return { pushedMs: NOW, untilMs: NOW + 60_000, digest: sha256Hex(body), bytes: body.length, ...more };
}

/** A server's shelf of data. @param isDeaf  true where it hears no notices */
function shelfOn(
  { pushedData, notices }: Pick<State, 'pushedData' | 'notices'>,
  isDeaf = false,
): PushShelf<PushHead> {
  return new PushShelf({
    ...{ kind: 'pushedData', state: pushedData, keepsBodies: true },
    notices: isDeaf ? { ...notices, publish: async () => {}, subscribe: () => () => {} } : notices,
    readHead: (head): PushHead => head,
  });
}

function push(shelf: PushShelf<PushHead>, name: string, body: string, more: Partial<PushHead> = {}) {
  return shelf.put(name, headOf(body, more), Buffer.from(body));
}

function kept(shelf: PushShelf<PushHead>, name: string, nowMs = NOW): string | null {
  const bytes = shelf.kept(name, nowMs);
  return bytes === null ? null : Buffer.from(bytes).toString();
}

describe('PushShelf', () => {
  it('tells other servers of what is pushed and removed', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [shelfOn(state), shelfOn(state)];
    assert.equal(await push(one, 'a', '1'), 'kept');
    await until(() => kept(two, 'a') === '1');
    await push(two, 'a', '2');
    await until(() => kept(one, 'a') === '2');
    assert.equal(await one.remove('a'), true);
    await until(() => kept(two, 'a') === null);
    assert.deepEqual(two.list(NOW), []);
    one.stop();
    await push(two, 'a', '3');
    assert.equal(kept(one, 'a'), null);
  });

  it('learns what it was not told when it looks, and what was there before it', async (t) => {
    const state = await openMemory(t);
    const [one, deaf] = [shelfOn(state), shelfOn(state, true)];
    await push(one, 'a', '1');
    await push(one, 'b', '2');
    await deaf.load();
    assert.deepEqual([kept(deaf, 'a'), kept(deaf, 'b')], ['1', '2']);
    await push(one, 'a', '3');
    await one.remove('b');
    await deaf.load();
    assert.deepEqual([kept(deaf, 'a'), kept(deaf, 'b')], ['3', null]);
  });

  it('ends a push at its time', async (t) => {
    const shelf = shelfOn(await openMemory(t));
    await push(shelf, 'a', '1');
    assert.equal(kept(shelf, 'a', NOW + 59_999), '1');
    assert.equal(kept(shelf, 'a', NOW + 60_000), null);
    assert.equal(shelf.head('a', NOW + 60_000), null);
    assert.deepEqual(shelf.list(NOW + 60_000), []);
  });

  it('takes no more bytes than there may be, and room comes back with the time', async (t) => {
    const shelf = shelfOn(await openMemory(t));
    const most = { bytes: 16 * 1024 * 1024 };
    assert.equal(await push(shelf, 'a', '1', most), 'kept');
    assert.equal(await push(shelf, 'b', '2'), 'no_room');
    assert.equal(await push(shelf, 'a', '2'), 'kept');
    assert.equal(await push(shelf, 'b', '2'), 'kept');
    assert.equal(await push(shelf, 'b', '2', most), 'no_room');
    const later = { pushedMs: NOW + 60_000, untilMs: NOW + 120_000 };
    assert.equal(await push(shelf, 'b', '2', { ...most, ...later }), 'kept');
  });

  it('gives the body only of the push that is meant', async (t) => {
    const shelf = shelfOn(await openMemory(t));
    await push(shelf, 'a', '1');
    assert.equal(String(await shelf.body('a', headOf('1'))), '1');
    assert.equal(await shelf.body('a', headOf('2')), null);
    assert.equal(await shelf.body('b', headOf('1')), null);
  });

  it('passes over what another version has written', async (t) => {
    const state = await openMemory(t);
    for (const [name, head] of Object.entries({ a: 'junk', b: '[]', c: '{"pushedMs":1}', d: 'null' }))
      await state.pushedData.put(name, { head, body: Buffer.from('1') }, 60_000);
    const shelf = shelfOn(state);
    await shelf.load();
    assert.deepEqual(shelf.list(NOW), []);
  });

  it('goes on with what it has while the store is away, and takes nothing new', async (t) => {
    const state = await openMemory(t);
    let isAway = false;
    const away = <T extends (...args: never[]) => Promise<unknown>>(call: T): T =>
      ((...args) => {
        if (isAway) return Promise.reject(new StateError('unavailable', 'away'));
        return call(...args);
      }) as T;
    const { put, get, heads, remove } = state.pushedData;
    const pushedData = { put: away(put), get: away(get), heads: away(heads), remove: away(remove) };
    const shelf = shelfOn({ pushedData, notices: state.notices });
    await push(shelf, 'a', '1');
    isAway = true;
    await shelf.load();
    assert.equal(kept(shelf, 'a'), '1');
    assert.equal(await push(shelf, 'a', '2'), 'unavailable');
    assert.equal(await shelf.remove('a'), false);
    assert.equal(await shelf.body('a', headOf('1')), null);
    assert.equal(kept(shelf, 'a'), '1');
  });
});
