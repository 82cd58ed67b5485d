import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readFileBounded, writeFileAtomic } from '../../../src/platform/files/files.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

/** The text of a file, or the kind of the problem. */
function read(file: string, maxBytes = 100, within?: string): string {
  const result = readFileBounded(file, maxBytes, within);
  return result.ok ? result.value.bytes.toString() : `problem: ${result.error.kind}`;
}

describe('readFileBounded', () => {
  it('reads a file, also an empty one and one of exactly the limit', (t) => {
    const folder = tempTree(t, { a: 'hello', empty: '', full: 'x'.repeat(100) });
    assert.equal(read(`${folder}/a`), 'hello');
    assert.equal(read(`${folder}/empty`), '');
    assert.equal(read(`${folder}/full`).length, 100);
  });

  it('refuses a file of one byte more than the limit', (t) => {
    const folder = tempTree(t, { big: 'x'.repeat(101) });
    assert.equal(read(`${folder}/big`), 'problem: too_large');
  });

  it('says missing for what does not exist, and for a path that goes through a file', (t) => {
    const folder = tempTree(t, { a: '1' });
    assert.equal(read(`${folder}/b`), 'problem: missing');
    assert.equal(read(`${folder}/a/b`), 'problem: missing');
  });

  it('refuses folders, devices and pipes without waiting for them', (t) => {
    const folder = tempTree(t, { 'sub/a': '1' });
    execFileSync('mkfifo', [`${folder}/pipe`]);
    assert.equal(read(`${folder}/sub`), 'problem: refused');
    assert.equal(read('/dev/zero'), 'problem: refused');
    assert.equal(read(`${folder}/pipe`), 'problem: refused');
  });

  it('reads files of which the size is not told before', () => {
    assert.notEqual(read('/proc/self/stat', 10_000), '');
    assert.equal(read('/proc/self/stat', 10), 'problem: too_large');
  });

  it('names neither the file nor its folder in a problem', (t) => {
    const folder = tempTree(t, { 'sub/a': '1' });
    const result = readFileBounded(`${folder}/sub`, 10);
    assert.ok(!result.ok);
    assert.equal(result.error.message, 'expected a file, got a folder');
  });

  it('says unreadable for a name that the file system does not take', (t) => {
    const folder = tempTree(t);
    assert.equal(read(`${folder}/${'x'.repeat(300)}`), 'problem: unreadable');
    assert.equal(read(`${folder}/a\0b`), 'problem: unreadable');
  });

  describe('with a folder to stay in', () => {
    it('follows links inside it, also when the folder itself is reached by a link', (t) => {
      const folder = tempTree(t, { 'root/real': 'in' });
      symlinkSync('real', `${folder}/root/link`);
      symlinkSync('root', `${folder}/alias`);
      assert.equal(read(`${folder}/root/link`, 10, `${folder}/root`), 'in');
      assert.equal(read(`${folder}/alias/link`, 10, `${folder}/alias`), 'in');
    });

    it('refuses links that lead out, of files and of folders', (t) => {
      const folder = tempTree(t, { 'root/a': 'in', 'secret/b': 'out', 'root-2/c': 'out' });
      symlinkSync('../secret/b', `${folder}/root/link`);
      symlinkSync('../secret', `${folder}/root/folder`);
      symlinkSync('../root-2/c', `${folder}/root/sibling`);
      for (const name of ['link', 'folder/b', 'sibling']) {
        assert.equal(read(`${folder}/root/${name}`, 10, `${folder}/root`), 'problem: refused', name);
      }
    });
  });
});

describe('writeFileAtomic', () => {
  it('writes a new file with the given mode and makes its folder', async (t) => {
    const folder = tempTree(t);
    await writeFileAtomic(`${folder}/a/b/c.yaml`, 'text', { newFileMode: 0o640 });
    assert.equal(readFileSync(`${folder}/a/b/c.yaml`, 'utf8'), 'text');
    assert.equal(statSync(`${folder}/a/b/c.yaml`).mode & 0o777, 0o640);
  });

  it('keeps the mode of a file that it replaces, and leaves nothing else behind', async (t) => {
    const folder = tempTree(t, { a: 'old' });
    chmodSync(`${folder}/a`, 0o600);
    await writeFileAtomic(`${folder}/a`, new Uint8Array([110, 101, 119]));
    assert.equal(readFileSync(`${folder}/a`, 'utf8'), 'new');
    assert.equal(statSync(`${folder}/a`).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['a']);
  });

  it('writes through a link, which stays a link', async (t) => {
    const folder = tempTree(t, { 'real/a': 'old' });
    symlinkSync('real/a', `${folder}/link`);
    await writeFileAtomic(`${folder}/link`, 'new');
    assert.ok(lstatSync(`${folder}/link`).isSymbolicLink());
    assert.equal(readFileSync(`${folder}/real/a`, 'utf8'), 'new');
  });

  it('rejects when the place is taken by a folder, and leaves no temporary file', async (t) => {
    const folder = tempTree(t);
    mkdirSync(path.join(folder, 'a'));
    await assert.rejects(writeFileAtomic(`${folder}/a`, 'x'), { code: 'EISDIR' });
    assert.deepEqual(readdirSync(folder), ['a']);
  });

  it('gives every reader the old or the new content, never a part', async (t) => {
    const folder = tempTree(t, { a: 'x'.repeat(50_000) });
    let writing = true;
    const writes = (async () => {
      for (let round = 0; round < 20; round++) {
        await writeFileAtomic(`${folder}/a`, (round % 2 === 0 ? 'y' : 'x').repeat(50_000));
      }
      writing = false;
    })();
    while (writing) {
      const text = readFileSync(`${folder}/a`, 'utf8');
      assert.ok(/^(?:x{50000}|y{50000})$/.test(text));
      await new Promise(setImmediate);
    }
    await writes;
  });
});
