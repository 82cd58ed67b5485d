import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findAssets } from '../../../src/config/env/assets.ts';
import { describeConfigProblem } from '../../../src/config/read/findings.ts';
import { ConfigStore } from '../../../src/config/source/store.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

async function open(configFile: string | null, embeddedFile?: string): Promise<ConfigStore> {
  const store = await ConfigStore.open(
    embeddedFile === undefined ? { configFile } : { configFile, embeddedFile },
  );
  assert.ok(store.ok, store.ok ? '' : store.error.map(describeConfigProblem).join('\n'));
  return store.value;
}

async function refused(configFile: string): Promise<string> {
  const store = await ConfigStore.open({ configFile });
  assert.ok(!store.ok);
  return store.error.map(describeConfigProblem).join('\n').replace(configFile, 'FILE');
}

describe('ConfigStore.open', () => {
  it('uses the embedded config without a file', async () => {
    const store = await open(null);
    assert.deepEqual(store.source, { kind: 'embedded' });
    assert.equal(store.seeded, false);
    assert.equal(store.snapshot.defaultScreen, 'default');
    assert.equal(store.text, readFileSync(findAssets().configFile, 'utf8'));
  });

  it('reads the file of the operator', async (t) => {
    const file = `${tempTree(t, { 'c.yaml': 'default_screen: mine\nadmin: {token: t}\nx: 1\n' })}/c.yaml`;
    const store = await open(file);
    assert.deepEqual(store.source, { kind: 'file', path: file });
    assert.deepEqual(
      [store.snapshot.defaultScreen, store.secrets.adminToken, store.seeded],
      ['mine', 't', false],
    );
    assert.equal(store.warnings.length, 1);
  });

  it('writes the embedded config where there is no file, byte for byte, and makes the folder', async (t) => {
    const file = `${tempTree(t)}/a/b/config.yaml`;
    const store = await open(file);
    assert.equal(store.seeded, true);
    assert.deepEqual(readFileSync(file), readFileSync(findAssets().configFile));
    assert.equal(statSync(file).mode & 0o007, 0);
    assert.equal((await open(file)).seeded, false);
  });

  it('gives file, line and column of a config that cannot be used', async (t) => {
    const file = `${tempTree(t, { 'c.yaml': 'devices:\n  DEFAULT: {}\n' })}/c.yaml`;
    assert.equal(await refused(file), 'FILE:2:12: devices.DEFAULT: expected a `screen`, got none');
  });

  it('refuses what is no file, no UTF-8 or too large', async (t) => {
    const folder = tempTree(t, {
      latin1: Buffer.from('name: caf\xe9\n', 'latin1'),
      utf16: Buffer.from('\ufeffa: 1\n', 'utf16le'),
      large: Buffer.alloc(8 * 1024 * 1024 + 1, '#'),
    });
    mkdirSync(`${folder}/folder`);
    assert.equal(await refused(`${folder}/folder`), 'FILE: expected a file, got a folder');
    assert.equal(await refused(`${folder}/latin1`), 'FILE: expected UTF-8, got bytes that are none');
    assert.equal(await refused(`${folder}/utf16`), 'FILE: expected UTF-8, got UTF-16');
    assert.match(await refused(`${folder}/large`), /^FILE: expected at most 8388608 bytes/);
  });

  it('says that a missing file cannot be written', async (t) => {
    const folder = tempTree(t, { file: '' });
    assert.match(
      await refused(`${folder}/file/config.yaml`),
      /^FILE: the file does not exist and cannot be written \(E\w+\)$/,
    );
  });
});

describe('ConfigStore.reload', () => {
  it('takes what the file says now; a snapshot taken before stays as it was', async (t) => {
    const file = `${tempTree(t, { 'c.yaml': 'default_screen: one\n' })}/c.yaml`;
    const store = await open(file);
    const before = store.snapshot;
    writeFileSync(file, 'default_screen: two\nadmin: {token: t}\n');
    assert.equal(store.snapshot, before);
    assert.ok((await store.reload()).ok);
    assert.deepEqual(
      [before.defaultScreen, store.snapshot.defaultScreen, store.secrets.adminToken],
      ['one', 'two', 't'],
    );
    assert.equal(store.text, 'default_screen: two\nadmin: {token: t}\n');
  });

  it('keeps the config in use when the file cannot be used or is gone', async (t) => {
    const file = `${tempTree(t, { 'c.yaml': 'default_screen: one\n' })}/c.yaml`;
    const store = await open(file);
    writeFileSync(file, 'devices: []\n');
    const reloaded = await store.reload();
    assert.ok(!reloaded.ok);
    assert.equal(reloaded.error[0]?.line, 1);
    rmSync(file);
    assert.ok(!(await store.reload()).ok);
    assert.equal(store.snapshot.defaultScreen, 'one');
  });
});
