import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ConfigEdit } from '../../../src/config/edit/model.ts';
import type { ConfigWriter } from '../../../src/config/source/writer.ts';
import { err, ok } from '../../../src/platform/base/result.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { set } from '../edit/editing.ts';
import { type Opened, openFile } from './open-writer.ts';

const TEXT = '# mine\nscreen_repo_refresh_interval: 0 # n\n';

function open(t: TestContext, name = 'c.yaml'): Promise<Opened> {
  return openFile(`${tempTree(t, { [name]: TEXT })}/${name}`);
}

/** A change that counts up, and what was in the file when it was planned. */
function count(writer: ConfigWriter, file: string, ...more: readonly ConfigEdit[]): Promise<string | null> {
  return writer
    .change<string>(({ snapshot, valueAt }) => {
      const next = snapshot.screenRepoRefreshIntervalSeconds + 1;
      assert.equal(valueAt(['screen_repo_refresh_interval']), next - 1);
      return ok({
        edits: [set('screen_repo_refresh_interval', next), ...more],
        value: readFileSync(file, 'utf8'),
      });
    })
    .then((done) => (done.ok ? done.value : null));
}

describe('changes that wait together', () => {
  it('are planned each on the result of the one before, and written together, so many at once', async (t) => {
    const { file, store, writer } = await open(t);
    const seen = await Promise.all(Array.from({ length: 70 }, () => count(writer, file)));
    assert.equal(store.snapshot.screenRepoRefreshIntervalSeconds, 70);
    assert.equal(readFileSync(file, 'utf8'), TEXT.replace('0', '70'));
    assert.equal(seen[0], TEXT);
    assert.equal(seen[1], TEXT, 'the first was written on its own');
    assert.notEqual(seen[69], TEXT, 'the last has waited for all others');
  });

  it('are refused one by one: a refusal leaves no trace for the others', async (t) => {
    const { file, store, writer } = await open(t);
    const bad = set('devices/DEFAULT', { name: 'no screen' });
    const done = await Promise.all([
      count(writer, file),
      count(writer, file, bad),
      writer.change(() => err('no')),
      count(writer, file, set('devices/DEFAULT', { screen: 's' })),
      count(writer, file, set('screen_repo_refresh_interval/x', 1)),
    ]);
    assert.deepEqual(
      done.map((answer) => (typeof answer === 'string' ? 'written' : answer)),
      ['written', null, { ok: false, error: 'no' }, 'written', null],
    );
    assert.equal(store.snapshot.screenRepoRefreshIntervalSeconds, 2);
    assert.equal(
      readFileSync(file, 'utf8'),
      `${TEXT.replace('0', '2')}devices:\n  DEFAULT:\n    screen: s\n`,
    );
  });

  it('are answered one by one when the file cannot be written: none is refused for what another only planned', async (t) => {
    // The temporary file's name is longer than a name may be.
    const { file, store, writer } = await open(t, `${'c'.repeat(240)}.yaml`);
    const create = () =>
      writer.change<null, string>(({ snapshot }) =>
        snapshot.devices.size > 0
          ? err('exists')
          : ok({ edits: [set('devices/DEFAULT', { screen: 's' })], value: null }),
      );
    const done = await Promise.all([create(), create(), create()]);
    for (const result of done) {
      assert.ok(!result.ok && typeof result.error === 'object');
      assert.match(result.error.message, /^the config file cannot be written \(ENAMETOOLONG\)$/);
    }
    assert.equal(readFileSync(file, 'utf8'), TEXT);
    assert.equal(store.snapshot.devices.size, 0);
  });

  it('are taken into use only when they are written; between two of them others get their turn', async (t) => {
    const { file, store, writer } = await open(t);
    let turns = 0;
    let isDone = false;
    const changes = Promise.all(Array.from({ length: 20 }, () => count(writer, file))).then(() => {
      isDone = true;
    });
    while (!isDone) {
      await nextTurn();
      const before = store.snapshot.screenRepoRefreshIntervalSeconds;
      assert.ok(before === 0 || before === 20, String(before));
      turns++;
    }
    await changes;
    assert.ok(turns >= 20, `${turns} turns`);
  });
});
