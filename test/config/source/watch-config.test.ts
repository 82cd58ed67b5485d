import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { RevisionWatcher, watchConfig } from '../../../src/config/source/watch-config.ts';
import type { State } from '../../../src/state/state.ts';
import { opened } from '../../support/state/engines.ts';
import { until } from '../../support/waiting.ts';
import { openStored, type StoredServer } from './open-stored.ts';

interface Watched extends StoredServer {
  readonly changes: () => number;
}

async function watched(t: TestContext, state: State): Promise<Watched> {
  const server = await openStored(state);
  let changes = 0;
  const watcher = new RevisionWatcher(server.stored, () => {
    changes += 1;
    void server.writer.reload();
  });
  watcher.start();
  t.after(() => watcher.stop());
  return { ...server, changes: () => changes };
}

const saved = (text: string) => ({ text, savedMs: 1, note: '' });

describe('RevisionWatcher', () => {
  it('tells of a revision that another server has made: at its notice, and without one', async (t) => {
    const state = await opened(t, '');
    const { store } = await watched(t, state);
    await state.config.save(1, saved('default_screen: two\n'));
    await state.notices.publish('config', '2');
    await until(() => store.snapshot.defaultScreen === 'two');
    await state.config.save(2, saved('default_screen: three\n'));
    await until(() => store.snapshot.defaultScreen === 'three');
    assert.equal(store.text, 'default_screen: three\n');
  });

  it('tells once of a revision that cannot be used', async (t) => {
    const state = await opened(t, '');
    const { store, changes } = await watched(t, state);
    await state.config.save(1, saved('devices: 7\n'));
    await state.notices.publish('config', '2');
    await until(() => changes() === 1);
    await state.notices.publish('config', '2');
    await state.notices.publish('config', '2');
    await state.config.save(2, saved('default_screen: two\n'));
    await until(() => store.snapshot.defaultScreen === 'two');
    assert.ok(changes() <= 3, String(changes()));
  });

  it('is not needed for the embedded config', () => {
    assert.equal(
      watchConfig({ kind: 'embedded' }, () => undefined),
      null,
    );
  });
});
