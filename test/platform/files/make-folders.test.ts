import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { makeFolders } from '../../../src/platform/files/make-folders.ts';

const root = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
after(() => rmSync(root, { recursive: true }));

it('makes a folder and those above it, also when several do so at once', async () => {
  const folder = path.join(root, 'a/b/c');
  await Promise.all(Array.from({ length: 8 }, () => makeFolders(folder, 0o700)));
  assert.ok(statSync(folder).isDirectory());
  assert.equal(statSync(path.join(root, 'a')).mode & 0o777, 0o700);
  await makeFolders(folder);
});

it('says what stops it', async () => {
  writeFileSync(path.join(root, 'file'), '');
  symlinkSync(path.join(root, 'nowhere/else'), path.join(root, 'dangling'));
  for (const [name, code] of [
    ['file/below', 'ENOTDIR'],
    ['file/far/below', 'ENOTDIR'],
    ['dangling/below', 'EEXIST'],
  ] as const) {
    await assert.rejects(makeFolders(path.join(root, name)), { code });
  }
});

// Node's recursive mkdir never comes back here.
it('comes back where the system has no folders to make', { skip: !existsSync('/proc/self') }, async () => {
  await assert.rejects(makeFolders('/proc/none/below'), { code: 'ENOENT' });
});
