import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ConfigCopy } from '../../../src/config/source/config-copy.ts';
import { FIRST_NOTE, openStoredConfig } from '../../../src/config/source/open-stored-config.ts';
import type { State } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { opened } from '../../support/state/engines.ts';
import { FIRST_TEXT, openStored, SILENT } from './open-stored.ts';

const REVISION = { revision: 7, savedMs: 5, note: 'why', text: 'default_screen: kept\n' };

/** A store that does not answer. */
function deadState(state: State): Pick<State, 'config' | 'notices' | 'rememberOnce'> {
  const away = () => Promise.reject(new StateError('unavailable', 'The store is away.'));
  const config = { current: away, revision: away, save: away, history: away, text: away, restore: away };
  return { notices: state.notices, rememberOnce: state.rememberOnce, config };
}

async function copyOf(folder: string, store = 'one'): Promise<ConfigCopy> {
  const copy = new ConfigCopy(folder, store, SILENT);
  copy.keep(REVISION);
  await copy.settled();
  return copy;
}

describe('openStoredConfig', () => {
  it('saves the embedded config in an empty store, once for all servers that start', async (t) => {
    const state = await opened(t, '');
    const servers = await Promise.all([openStored(state), openStored(state), openStored(state)]);
    assert.deepEqual(
      servers.map(({ stored }) => [stored.revision, stored.text]),
      [
        [1, FIRST_TEXT],
        [1, FIRST_TEXT],
        [1, FIRST_TEXT],
      ],
    );
    const [first, ...others] = await state.config.history();
    assert.deepEqual([first?.note, others], [FIRST_NOTE, []]);
  });

  it('starts from the copy when the store does not answer, and says so without one', async (t) => {
    const state = deadState(await opened(t, ''));
    const copy = await copyOf(tempTree(t));
    const given = { state, embeddedText: FIRST_TEXT, log: SILENT, patienceMs: 0 };
    const found = await openStoredConfig({ ...given, copy });
    assert.ok(found.ok);
    assert.deepEqual([found.value.revision, found.value.text], [7, REVISION.text]);
    assert.deepEqual(await openStoredConfig({ ...given, copy: new ConfigCopy(tempTree(t), 'x', SILENT) }), {
      ok: false,
      error: 'CONFIG_FILE: the config cannot be read, and there is no copy of it here. The store is away.',
    });
  });

  it('puts the copy into a store that has no config any more, and takes a newer one from it', async (t) => {
    const state = await opened(t, '');
    const copy = await copyOf(tempTree(t));
    const { stored } = await openStored(state, copy);
    assert.deepEqual([stored.revision, (await state.config.current())?.text], [7, REVISION.text]);
    await state.config.save(7, { text: 'default_screen: newer\n', savedMs: 6, note: '' });
    assert.equal((await openStored(state, copy)).store.snapshot.defaultScreen, 'newer');
  });
});

describe('ConfigCopy', () => {
  it('keeps the last revision, readable for this user alone, one for each store', async (t) => {
    const folder = tempTree(t);
    const copy = await copyOf(folder);
    copy.keep({ ...REVISION, revision: 8 });
    copy.keep({ ...REVISION, revision: 9 });
    await copy.settled();
    assert.deepEqual(copy.read(), { ...REVISION, revision: 9 });
    assert.equal(statSync(copy.file).mode & 0o777, 0o600);
    assert.equal(new ConfigCopy(folder, 'another', SILENT).read(), null);
  });

  it('trusts no file that others could have written, and writes none where they could read it', async (t) => {
    const open = await copyOf(tempTree(t));
    chmodSync(open.file, 0o666);
    assert.equal(open.read(), null);
    const entered = await copyOf(tempTree(t));
    chmodSync(path.dirname(entered.file), 0o777);
    assert.equal(entered.read(), null);
    const linked = await copyOf(tempTree(t));
    const folder = tempTree(t);
    symlinkSync(path.dirname(linked.file), path.join(folder, 'config'));
    assert.equal(new ConfigCopy(folder, 'one', SILENT).read(), null);
    const shared = tempTree(t);
    mkdirSync(path.join(shared, 'config'));
    chmodSync(path.join(shared, 'config'), 0o777);
    const unwritten = await copyOf(shared);
    assert.throws(() => readFileSync(unwritten.file), { code: 'ENOENT' });
  });

  it('takes a damaged copy for none', async (t) => {
    const copy = await copyOf(tempTree(t));
    for (const text of ['', '{"revision":', '{"revision":"7","text":"x"}', '[]', 'null']) {
      writeFileSync(copy.file, text);
      assert.equal(copy.read(), null, text);
    }
  });
});
