import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { describe, it } from 'node:test';
import { withFileLock } from '../../../src/platform/files/file-lock.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

/** Number of a process that has been there and is no more. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('withFileLock', () => {
  it('lets one work at a time, and leaves nothing behind', async (t) => {
    const folder = tempTree(t, { c: '' });
    let inside = 0;
    const work = async (): Promise<void> => {
      assert.equal(++inside, 1);
      await new Promise(setImmediate);
      inside--;
    };
    await Promise.all(Array.from({ length: 5 }, () => withFileLock(`${folder}/c`, work)));
    assert.deepEqual(readdirSync(folder), ['c']);
  });

  it('lets go when the work fails', async (t) => {
    const folder = tempTree(t, { c: '' });
    await assert.rejects(
      withFileLock(`${folder}/c`, () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await withFileLock(`${folder}/c`, () => Promise.resolve(1)), 1);
  });

  it('breaks the lock of a process that is gone, also of an earlier one with the same number', async (t) => {
    for (const pid of [deadPid(), process.pid]) {
      const folder = tempTree(t, { c: '', '.c.lock': `${pid} ${os.hostname()} 00` });
      assert.equal(await withFileLock(`${folder}/c`, () => Promise.resolve('in')), 'in');
      assert.deepEqual(readdirSync(folder), ['c']);
    }
  });

  it('breaks an old lock of a machine that cannot be asked, and one that says nothing', async (t) => {
    for (const holder of ['1 elsewhere 00', '']) {
      const folder = tempTree(t, { c: '', '.c.lock': holder });
      const old = new Date(Date.now() - 120_000);
      utimesSync(`${folder}/.c.lock`, old, old);
      assert.equal(await withFileLock(`${folder}/c`, () => Promise.resolve('in')), 'in');
    }
  });

  it('waits for a process that lives', async (t) => {
    const folder = tempTree(t, { c: '' });
    writeFileSync(`${folder}/.c.lock`, `${process.ppid} ${os.hostname()} 00`);
    let isFree = false;
    const work = withFileLock(`${folder}/c`, async () => assert.ok(isFree));
    // Time enough to look at the lock: as much as it takes to get and give back another one.
    for (let turn = 0; turn < 10; turn++) await withFileLock(`${folder}/other`, () => Promise.resolve());
    assert.ok(existsSync(`${folder}/.c.lock`));
    isFree = true;
    writeFileSync(`${folder}/.c.lock`, `${deadPid()} ${os.hostname()} 00`);
    await work;
  });
});
