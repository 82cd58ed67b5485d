import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it, type TestContext } from 'node:test';
import { FileWatcher } from '../../../src/config/source/file-watcher.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { until } from '../../support/waiting.ts';

/** Watch a file, and count how often a change was told. Resolves when the first look is over. */
async function watch(t: TestContext, file: string): Promise<{ readonly count: number }> {
  const told = { count: 0 };
  const watcher = new FileWatcher(file, () => {
    told.count += 1;
  });
  t.after(() => watcher.stop());
  watcher.start();
  await until(() => told.count === 1);
  return told;
}

it('tells of a file that was written in place, or replaced', async (t) => {
  const file = path.join(tempTree(t, { 'config.yaml': 'a: 1\n' }), 'config.yaml');
  const told = await watch(t, file);
  writeFileSync(file, 'a: 2\n');
  await until(() => told.count === 2);
  writeFileSync(`${file}.new`, 'a: 2\n');
  renameSync(`${file}.new`, file);
  await until(() => told.count === 3);
});

it('tells of a link that leads elsewhere, as in a mounted ConfigMap', async (t) => {
  const folder = tempTree(t, { '..1/config.yaml': 'a: 1\n', '..2/config.yaml': 'a: 1\n' });
  symlinkSync('..1', path.join(folder, '..data'));
  symlinkSync('..data/config.yaml', path.join(folder, 'config.yaml'));
  const told = await watch(t, path.join(folder, 'config.yaml'));
  symlinkSync('..2', path.join(folder, '..new'));
  renameSync(path.join(folder, '..new'), path.join(folder, '..data'));
  await until(() => told.count === 2);
});

it('tells once that a file is gone, and again when there is one', async (t) => {
  const folder = tempTree(t, { 'config/config.yaml': 'a: 1\n' });
  const told = await watch(t, path.join(folder, 'config/config.yaml'));
  rmSync(path.join(folder, 'config'), { recursive: true });
  await until(() => told.count === 2);
  mkdirSync(path.join(folder, 'config'));
  writeFileSync(path.join(folder, 'config/config.yaml'), 'a: 1\n');
  await until(() => told.count === 3);
});

it('says nothing while nothing changes, and nothing any more once it was stopped', async (t) => {
  const folder = tempTree(t, { a: '1', b: '1' });
  const stopped = { count: 0 };
  const watcher = new FileWatcher(path.join(folder, 'a'), () => {
    stopped.count += 1;
  });
  watcher.start();
  await until(() => stopped.count === 1);
  watcher.stop();
  writeFileSync(path.join(folder, 'a'), '2');
  const other = await watch(t, path.join(folder, 'b'));
  writeFileSync(path.join(folder, 'b'), '2');
  await until(() => other.count === 2);
  assert.equal(stopped.count, 1);
});
