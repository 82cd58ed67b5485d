import assert from 'node:assert/strict';
import { renameSync, rmSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { FileCache } from '../../../src/platform/files/files.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

/** A cache of texts that counts how often a text is made; its clock runs an hour ahead, so every file is settled. */
function counting(t: TestContext, files: Record<string, string>, aheadMs = 3_600_000) {
  const folder = tempTree(t, files);
  const cache = new FileCache<string>(1000, () => Date.now() + aheadMs);
  let made = 0;
  const load = (name: string, within?: string): string => {
    const make = (bytes: Buffer): string => {
      made++;
      return bytes.toString();
    };
    const result = cache.load(`${folder}/${name}`, 500, make, within);
    return result.ok ? result.value : `problem: ${result.error.kind}`;
  };
  return { folder, load, made: () => made };
}

describe('FileCache', () => {
  it('makes the value once while the file stays as it is', (t) => {
    const { load, made } = counting(t, { a: '1', b: '2' });
    assert.deepEqual([load('a'), load('b'), load('a'), load('a'), load('b')], ['1', '2', '1', '1', '2']);
    assert.equal(made(), 2);
  });

  it('sees an edit at once, even one of the same length with its old time stamp put back', (t) => {
    const { folder, load } = counting(t, { a: 'old' });
    assert.equal(load('a'), 'old');
    const before = statSync(`${folder}/a`);
    // The inode's own time has the grain of the kernel's clock: a few milliseconds.
    do writeFileSync(`${folder}/clock`, '');
    while (statSync(`${folder}/clock`).ctimeMs === before.ctimeMs);
    writeFileSync(`${folder}/a`, 'new');
    utimesSync(`${folder}/a`, before.atimeMs / 1000, before.mtimeMs / 1000);
    assert.equal(load('a'), 'new');
  });

  it('sees a file that was put in the place of another', (t) => {
    const { folder, load } = counting(t, { a: 'old', b: 'new' });
    assert.equal(load('a'), 'old');
    renameSync(`${folder}/b`, `${folder}/a`);
    assert.equal(load('a'), 'new');
  });

  it('sees that a file is gone, and that it is back', (t) => {
    const { folder, load } = counting(t, { a: '1' });
    assert.equal(load('a'), '1');
    rmSync(`${folder}/a`);
    assert.equal(load('a'), 'problem: missing');
    writeFileSync(`${folder}/a`, '2');
    assert.equal(load('a'), '2');
  });

  it('checks a link again that was turned to another file', (t) => {
    const { folder, load } = counting(t, { 'root/a': 'in', secret: 'out' });
    symlinkSync('a', `${folder}/root/link`);
    assert.equal(load('root/link', `${folder}/root`), 'in');
    unlinkSync(`${folder}/root/link`);
    symlinkSync('../secret', `${folder}/root/link`);
    assert.equal(load('root/link', `${folder}/root`), 'problem: refused');
  });

  it('reads a file again that changed a moment ago, because its time stamp may be too coarse for the next change', (t) => {
    const { load, made } = counting(t, { a: '1' }, 0);
    assert.deepEqual([load('a'), load('a')], ['1', '1']);
    assert.equal(made(), 2);
  });

  it('keeps no more bytes than allowed: the oldest go', (t) => {
    const text = 'x'.repeat(400);
    const { load, made } = counting(t, { a: text, b: text, c: text });
    for (const name of ['a', 'b', 'c']) load(name);
    assert.equal(made(), 3);
    load('c');
    load('b');
    assert.equal(made(), 3);
    load('a');
    assert.equal(made(), 4);
  });

  it('applies the limit of the call also to what it has kept', (t) => {
    const folder = tempTree(t, { a: '12345' });
    const cache = new FileCache<string>(1000, () => Date.now() + 3_600_000);
    const load = (maxBytes: number): boolean => cache.load(`${folder}/a`, maxBytes, String).ok;
    assert.deepEqual([load(5), load(4), load(5)], [true, false, true]);
  });
});
