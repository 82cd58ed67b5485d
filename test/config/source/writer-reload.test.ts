/** `ConfigWriter.reload`: what was changed by hand comes into use, and no write is lost over it. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ConfigStore } from '../../../src/config/source/store.ts';
import { ConfigWriter } from '../../../src/config/source/writer.ts';
import { ok } from '../../../src/platform/base/result.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { set } from '../edit/editing.ts';
import { openFile } from './open-writer.ts';

const TEXT = 'default_screen: one\nadmin: { token: first }\n';

describe('ConfigWriter.reload', () => {
  it('takes a config that was changed by hand, secrets included, and says whether it was', async (t) => {
    const { file, store, writer } = await openFile(`${tempTree(t, { 'c.yaml': TEXT })}/c.yaml`);
    let changes = 0;
    store.onChange(() => {
      changes += 1;
    });
    assert.deepEqual(await writer.reload(), ok('unchanged'));
    writeFileSync(file, TEXT.replace('one', 'two').replace('first', 'second'));
    assert.deepEqual(await writer.reload(), ok('changed'));
    assert.deepEqual([store.snapshot.defaultScreen, store.secrets.adminToken], ['two', 'second']);
    assert.deepEqual(await writer.reload(), ok('unchanged'));
    assert.equal(changes, 1);
  });

  it('keeps the config in use where the file cannot be used, and says where it is wrong', async (t) => {
    const { file, store, writer } = await openFile(`${tempTree(t, { 'c.yaml': TEXT })}/c.yaml`);
    const { loaded } = store;
    writeFileSync(file, 'default_screen: two\ndevices: 7\n');
    const broken = await writer.reload();
    assert.ok(!broken.ok);
    assert.deepEqual(
      broken.error.map((problem) => [problem.file, problem.line, problem.column]),
      [[file, 2, 10]],
    );
    rmSync(file);
    assert.match(JSON.stringify(await writer.reload()), /the file does not exist/);
    mkdirSync(file);
    assert.match(JSON.stringify(await writer.reload()), /expected a file, got a folder/);
    assert.equal(store.loaded, loaded);
  });

  it('waits for a write that is under way, which then is made on what was changed by hand', async (t) => {
    const { file, store, writer } = await openFile(`${tempTree(t, { 'c.yaml': TEXT })}/c.yaml`);
    let reloaded: ReturnType<ConfigWriter['reload']> | null = null;
    const written = await writer.change<null, never>(() => {
      if (reloaded === null) {
        appendFileSync(file, '# by hand\n');
        reloaded = writer.reload();
      }
      return ok({ edits: [set('default_screen', 'two')], value: null });
    });
    assert.ok(written.ok);
    assert.deepEqual(await reloaded, ok('unchanged'));
    assert.equal(readFileSync(file, 'utf8'), `${TEXT.replace('one', 'two')}# by hand\n`);
    assert.equal(store.text, readFileSync(file, 'utf8'));
  });

  it('loses neither writes nor edits by hand when there are many of both', async (t) => {
    const { file, store, writer } = await openFile(`${tempTree(t, { 'c.yaml': TEXT })}/c.yaml`);
    const work: Promise<unknown>[] = [];
    for (let round = 0; round < 30; round++) {
      const name = `m${round}`;
      work.push(
        writer.change<null, never>(() =>
          ok({ edits: [set(`screens/${name}`, { script: 'a.lua', template: 'a.svg' })], value: null }),
        ),
      );
      work.push(writer.reload());
      if (round % 5 === 0) {
        await work[work.length - 2];
        appendFileSync(file, `# ${round} by hand\n`);
      }
    }
    await Promise.all(work);
    await writer.reload();
    assert.equal(store.snapshot.screens.size, 30);
    assert.equal(readFileSync(file, 'utf8').match(/by hand/g)?.length, 6);
  });

  it('finds the embedded config as it was', async () => {
    const store = await ConfigStore.open({ configFile: null });
    assert.ok(store.ok);
    const writer = await ConfigWriter.open(store.value);
    assert.deepEqual(await writer.reload(), ok('unchanged'));
  });
});
