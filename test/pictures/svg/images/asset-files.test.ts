import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { IMAGE_BYTES, readAsset } from '../../../../src/pictures/svg/images/asset-files.ts';
import { withTempDir } from '../../../support/fonts/bundled.ts';

/** A tree with two roots, a screen folder `s` in each, and a secret beside them. */
async function withTree(run: (read: (name: string) => string, dir: string) => void): Promise<void> {
  await withTempDir((dir) => {
    for (const root of ['one', 'two']) mkdirSync(path.join(dir, root, 's'), { recursive: true });
    writeFileSync(path.join(dir, 'secret.png'), 'secret');
    const place = { roots: ['one', 'two'].map((root) => path.join(dir, root)), dir: 's' };
    run((name) => {
      const read = readAsset(place, name);
      return read.kind === 'bytes' ? read.bytes.toString() : read.kind;
    }, dir);
  });
}

test('the first root that has the file wins', () =>
  withTree((read, dir) => {
    writeFileSync(path.join(dir, 'two/s/a.png'), 'two');
    assert.equal(read('a.png'), 'two');
    writeFileSync(path.join(dir, 'one/s/a.png'), 'one');
    assert.equal(read('a.png'), 'one');
  }));

test('a file that is not there, and one beside the folder, are missing', () =>
  withTree((read, dir) => {
    writeFileSync(path.join(dir, 'one/other.png'), 'other');
    assert.equal(read('a.png'), 'missing');
    assert.equal(read('other.png'), 'missing');
  }));

test('links that lead out are refused, links inside are followed', () =>
  withTree((read, dir) => {
    symlinkSync(path.join(dir, 'secret.png'), path.join(dir, 'one/s/out.png'));
    symlinkSync(dir, path.join(dir, 'one/s/up'));
    writeFileSync(path.join(dir, 'one/s/in.png'), 'inside');
    symlinkSync('in.png', path.join(dir, 'one/s/link.png'));
    assert.equal(read('out.png'), 'refused');
    assert.equal(read('up/secret.png'), 'refused');
    assert.equal(read('link.png'), 'inside');
  }));

test('hidden files and links to them are refused', () =>
  withTree((read, dir) => {
    writeFileSync(path.join(dir, 'one/s/.hidden.png'), 'secret');
    mkdirSync(path.join(dir, 'one/s/.git'));
    writeFileSync(path.join(dir, 'one/s/.git/a.png'), 'secret');
    symlinkSync('.hidden.png', path.join(dir, 'one/s/link.png'));
    symlinkSync('.git', path.join(dir, 'one/s/folder'));
    for (const name of ['.hidden.png', '.git/a.png', 'link.png', 'folder/a.png'])
      assert.equal(read(name), 'refused');
  }));

test('directories and pipes are refused without waiting', () =>
  withTree((read, dir) => {
    mkdirSync(path.join(dir, 'one/s/folder.png'));
    execFileSync('mkfifo', [path.join(dir, 'one/s/pipe.png')]);
    assert.equal(read('folder.png'), 'refused');
    assert.equal(read('pipe.png'), 'refused');
  }));

test('a file that is too large is refused', () =>
  withTree((read, dir) => {
    const file = path.join(dir, 'one/s/large.png');
    writeFileSync(file, '');
    truncateSync(file, IMAGE_BYTES + 1);
    assert.equal(read('large.png'), 'refused');
  }));
