/** `stipple repo` as authors run it: in a process of its own, in a directory of its own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { findAssets } from '../../src/config/env/assets.ts';
import { addFiles, tempTree } from '../support/files/temp-tree.ts';
import { type Outcome, runCommand } from '../support/processes/stipple.ts';

function stipple(cwd: string, ...args: readonly string[]): Promise<Outcome> {
  return runCommand(cwd, ['repo', ...args]);
}

function git(cwd: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.org'];
  const done = spawnSync('git', [...who, ...args], { cwd, encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
}

describe('stipple repo', () => {
  it('makes a repo that its own check accepts and of which it draws pictures, and keeps what is there', async (t) => {
    const cwd = tempTree(t, { 'mine/README.md': 'my own\n' });
    const made = await stipple(cwd, 'init', 'mine');
    assert.equal(made.code, 0);
    assert.match(made.out, /^kept {4}mine\/README\.md$/m);
    assert.match(made.out, /^written mine\/screens\/hello\/script\.lua$/m);
    assert.equal(readFileSync(path.join(cwd, 'mine/README.md'), 'utf8'), 'my own\n');

    const early = await stipple(cwd, 'check', 'mine');
    assert.deepEqual([early.code, early.out], [0, '1 screen checked: 0 errors, 0 warnings, 0 notes\n']);
    assert.match(early.err, /^not a git repository yet/);

    const repo = path.join(cwd, 'mine');
    git(repo, 'init', '-q');
    git(repo, 'add', '-A');
    git(repo, 'commit', '-qm', 'first');
    const checked = await stipple(repo, 'check', '--strict');
    assert.deepEqual([checked.code, checked.err], [0, '']);
    assert.match(
      checked.out,
      /^last commit: [0-9a-f]{12} is accepted, 1 screen can be assigned\n1 screen checked/,
    );

    const packed = await stipple(cwd, 'pack', 'mine', '-o', 'pictures');
    assert.deepEqual([packed.code, packed.err], [0, '']);
    const sizes = [];
    for (const name of readdirSync(path.join(cwd, 'pictures')).sort()) {
      const { width, height } = await sharp(path.join(cwd, 'pictures', name)).metadata();
      sizes.push(`${name} ${width}x${height}`);
    }
    assert.deepEqual(sizes, [
      'hello.1872x1404.5.png 1872x1404',
      'hello.480x800.2.png 480x800',
      'hello.800x480.4.png 800x480',
      'hello.800x480.6.png 800x480',
    ]);
  });

  it('finds what a server would refuse in the last commit, and what is wrong with screens on disk', async (t) => {
    const cwd = tempTree(t, { 'a.lua': 'return {}', 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    git(cwd, 'init', '-q');
    writeFileSync(path.join(cwd, 'aux.txt'), '');
    git(cwd, 'add', '-A');
    git(cwd, 'commit', '-qm', 'first');
    const refused = await stipple(cwd, 'check', '--no-run');
    assert.equal(refused.code, 1);
    assert.match(
      refused.out,
      /^last commit: error: the path "aux\.txt" is the name of a device\n1 screen checked: 0 errors/,
    );
    git(cwd, 'rm', '-q', 'aux.txt');
    git(cwd, 'commit', '-qm', 'second');
    addFiles(cwd, { 'a.lua': 'return {' });
    const broken = await stipple(cwd, 'check', '--no-run');
    assert.equal(broken.code, 1);
    assert.match(broken.out, /^last commit: [0-9a-f]{12} is accepted.*\na\.lua:1:\d+: error: /);
  });

  it('says what it expects', async (t) => {
    const cwd = tempTree(t);
    const { code, err } = await stipple(cwd);
    assert.equal(code, 64);
    assert.match(err, /expected init, check or pack/);
    const empty = await stipple(cwd, 'pack', '-o', 'pictures');
    assert.deepEqual([empty.code, empty.err], [1, 'stipple: .: there is no screen in this folder\n']);
  });

  it('has a skeleton among the assets', () => {
    assert.ok(readdirSync(findAssets().repoSkeletonDir).includes('service-screens.yaml'));
  });
});
