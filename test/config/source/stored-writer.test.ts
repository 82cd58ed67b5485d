/** `ConfigWriter` over the state store: no write is lost among servers, and each revision says what it changed. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ok } from '../../../src/platform/base/result.ts';
import type { State } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { opened } from '../../support/state/engines.ts';
import { type RedisServer, startRedis } from '../../support/state/redis-server.ts';
import { set } from '../edit/editing.ts';
import { FIRST_TEXT, openStored, type StoredServer, threeStates } from './open-stored.ts';

let redis: RedisServer;
let stores = 0;
before(async () => {
  redis = await startRedis();
});
after(() => redis.kill());

const TIMES = 20;

/** Count up a number of the config, by one change after the other. */
async function count({ writer }: StoredServer, name: string): Promise<void> {
  for (let done = 0; done < TIMES; done++) {
    const written = await writer.change(({ snapshot }) => {
      const next = snapshot.screenRepoRefreshIntervalSeconds + 1;
      return ok({ edits: [set('screen_repo_refresh_interval', next)], value: next });
    }, name);
    assert.ok(written.ok, written.ok ? '' : written.error.message);
  }
}

/** A state of which some methods of the config behave otherwise. */
function withConfig(state: State, changes: Partial<State['config']>): State {
  const { config } = state;
  const plain: State['config'] = {
    current: () => config.current(),
    revision: () => config.revision(),
    save: (expected, change) => config.save(expected, change),
    history: () => config.history(),
    text: (revision) => config.text(revision),
    restore: (revisions) => config.restore(revisions),
  };
  return { ...state, notices: state.notices, config: { ...plain, ...changes } };
}

const away = () => Promise.reject(new StateError('unavailable', 'The store is away.'));
const screenTwo = () => ok({ edits: [set('default_screen', 'two')], value: null });

describe('three writers on three servers', () => {
  for (const [engine, address] of [
    ['memory', () => ''],
    ['a folder', (folder: string) => `file:${path.join(folder, 'state')}`],
    ['Redis', () => `${redis.url}?prefix=${stores++}:`],
  ] as const) {
    it(`lose no write in ${engine}, and end with the same text`, async (t) => {
      const states = await threeStates(t, address(tempTree(t)));
      const servers = await Promise.all(states.map((state) => openStored(state)));
      await Promise.all(servers.map((server, index) => count(server, `server ${index}`)));
      const texts = [];
      for (const { writer, store, stored } of servers) {
        assert.ok((await writer.reload()).ok);
        texts.push(store.text);
        assert.equal(stored.revision, 3 * TIMES + 1);
      }
      const expected = FIRST_TEXT.replace('interval: 0', `interval: ${3 * TIMES}`);
      assert.deepEqual(texts, [expected, expected, expected]);
      const notes = (await states[0]?.config.history())?.map(({ note }) => note) ?? [];
      assert.match(notes.at(-1) ?? '', /^server \d: set screen_repo_refresh_interval$/);
    });
  }
});

describe('a change of the stored config', () => {
  it('is planned on the text of another server, and seen by it after a reload', async (t) => {
    const state = await opened(t, '');
    const [one, two] = [await openStored(state), await openStored(state)];
    assert.ok((await one.writer.change(screenTwo, 'me')).ok);
    assert.equal(two.store.snapshot.defaultScreen, 'one');
    const next = await two.writer.change(({ snapshot }) => {
      const edits = [set('screen_repo_refresh_interval', 7)];
      return ok({ edits, value: snapshot.defaultScreen });
    });
    assert.deepEqual(next, ok('two'));
    assert.deepEqual(await one.writer.reload(), ok('changed'));
    assert.deepEqual(await one.writer.reload(), ok('unchanged'));
    assert.equal(
      one.store.text,
      '# the first\ndefault_screen: two # of many\nscreen_repo_refresh_interval: 7\n',
    );
  });

  it('is refused over a text that cannot be read here; the one before serves on', async (t) => {
    const state = await opened(t, '');
    const { store, stored, writer } = await openStored(state);
    await state.config.save(1, { text: 'devices: 7\n', savedMs: 1, note: '' });
    const reloaded = await writer.reload();
    assert.ok(!reloaded.ok);
    assert.deepEqual([reloaded.error[0]?.file, reloaded.error[0]?.line], ['stored config', 1]);
    const written = await writer.change(screenTwo);
    assert.ok(!written.ok && written.error.kind === 'unparsable', JSON.stringify(written));
    assert.match(written.error.message, /^the stored config cannot be used as it stands/);
    assert.deepEqual([store.text, stored.revision, await stored.isBehind()], [FIRST_TEXT, 1, false]);
  });

  it('is refused while the store is away', async (t) => {
    const state = await opened(t, '');
    let isAway = false;
    const current = () => (isAway ? away() : state.config.current());
    const { writer } = await openStored(withConfig(state, { current }));
    isAway = true;
    const refused = await writer.change(screenTwo);
    assert.ok(!refused.ok && refused.error.kind === 'unavailable');
    assert.match(refused.error.message, /nothing was changed/);
    const reloaded = await writer.reload();
    assert.ok(!reloaded.ok);
    assert.deepEqual(
      [reloaded.error[0]?.file, reloaded.error[0]?.reason],
      ['stored config', 'The store is away.'],
    );
  });

  it('counts where only its answer was lost, and says so where nobody knows', async (t) => {
    const state = await opened(t, '');
    await openStored(state);
    const lost = await openStored(
      withConfig(state, { save: (...change) => state.config.save(...change).then(away) }),
    );
    assert.ok((await lost.writer.change(screenTwo)).ok);
    assert.deepEqual([lost.stored.revision, lost.store.snapshot.defaultScreen], [2, 'two']);
    const unsure = await openStored(withConfig(state, { save: away, history: away }));
    const refused = await unsure.writer.change(() =>
      ok({ edits: [set('default_screen', 'three')], value: null }),
    );
    assert.ok(!refused.ok && refused.error.kind === 'unavailable');
    assert.match(refused.error.message, /may have been made or not/);
    assert.equal(unsure.store.snapshot.defaultScreen, 'two');
  });

  it('puts the config back into a store that has lost it, under its number', async (t) => {
    const state = await opened(t, `${redis.url}?prefix=lost:`);
    const { store, stored, writer } = await openStored(state);
    assert.ok((await writer.change(screenTwo)).ok);
    await redis.command('FLUSHALL');
    assert.ok(await stored.isBehind());
    assert.deepEqual(await writer.reload(), ok('unchanged'));
    const current = await state.config.current();
    assert.deepEqual([current?.revision, current?.text], [2, store.text]);
  });
});
