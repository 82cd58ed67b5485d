import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { isSafeRelativePath, readScreenFile } from '../../../src/screens/sources/files.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { HIDDEN_NAMES } from '../../support/hostile/hidden-spellings.ts';

/** The text of a file, or the code and message of the failure. */
function read(roots: readonly string[], file: string, maxBytes = 100): string {
  const result = readScreenFile(roots, file, maxBytes);
  return result.ok ? result.value.bytes.toString() : `${result.error.code}: ${result.error.message}`;
}

describe('readScreenFile', () => {
  it('gives content and fingerprint', (t) => {
    const root = tempTree(t, { 'a/b.lua': 'return 1' });
    const file = readScreenFile([root], 'a/b.lua', 100);
    assert.ok(file.ok);
    assert.equal(file.value.bytes.toString(), 'return 1');
    assert.equal(file.value.fingerprint, sha256Hex('return 1'));
  });

  it('takes each file from the first root that has it', (t) => {
    const mine = tempTree(t, { 'a.svg': 'mine' });
    const theirs = tempTree(t, { 'a.svg': 'theirs', 'a.lua': 'theirs' });
    assert.equal(read([mine, theirs], 'a.svg'), 'mine');
    assert.equal(read([mine, theirs], 'a.lua'), 'theirs');
  });

  it('shows an edit at once', (t) => {
    const root = tempTree(t, { a: '1' });
    for (let version = 1; version < 20; version++) {
      writeFileSync(`${root}/a`, `${version}`);
      assert.equal(read([root], 'a'), `${version}`);
    }
  });

  it('says which file is missing, as its author knows it', (t) => {
    const root = tempTree(t);
    assert.deepEqual(readScreenFile([root], 'img/a.png', 10), {
      ok: false,
      error: { code: 'asset_missing', message: 'this file does not exist', file: 'img/a.png' },
    });
    assert.equal(read([], 'a'), 'asset_missing: this file does not exist');
  });

  it('refuses paths that lead out', (t) => {
    const root = tempTree(t, { 'root/a': '1', secret: 's' });
    const bad = [
      '../secret',
      'x/../../secret',
      '/etc/passwd',
      `${root}/secret`,
      '..',
      'a\0',
      '..\\secret',
      '',
    ];
    for (const file of bad)
      assert.match(read([`${root}/root`], file), /^asset_refused: expected a path inside/, file);
  });

  it('refuses links that lead out, even when a later root has the file', (t) => {
    const mine = tempTree(t, { 'root/x': '', secret: 's' });
    const theirs = tempTree(t, { link: 'theirs' });
    symlinkSync('../secret', `${mine}/root/link`);
    assert.match(read([`${mine}/root`, theirs], 'link'), /^asset_refused: the file is a link that leads out/);
  });

  it('gives nobody a hidden file, under any spelling or through a link', (t) => {
    const files = HIDDEN_NAMES.flatMap((name) => [
      [name, 's'],
      [`folder/${name}`, 's'],
      [`in/${name}x/a`, 's'],
    ]);
    const root = tempTree(t, { a: '1', ...Object.fromEntries(files) });
    for (const [file = ''] of files)
      assert.match(read([root], file), /^asset_refused: .*begin with "\."/, file);
    assert.match(read([root], './.env'), /^asset_refused: .*begin with/);
    for (const [n, [file = '']] of files.entries()) {
      symlinkSync(`${root}/${file}`, `${root}/link${n}`);
      assert.match(read([root], `link${n}`), /^asset_refused: .*link that leads to a hidden file/, file);
    }
    symlinkSync(`${root}/in/.gitx`, `${root}/seen`);
    assert.match(read([root], 'seen/a'), /^asset_refused: .*link that leads to a hidden file/);
    symlinkSync('a', `${root}/shown`);
    assert.equal(read([root], 'shown'), '1');
  });

  it('reads what a Kubernetes volume shows, and what lies below a hidden folder of the operator', (t) => {
    const root = tempTree(t, { '.config/screens/..2026_01_31_23_59_58.123/a.lua': '1' });
    symlinkSync('..2026_01_31_23_59_58.123', `${root}/.config/screens/..data`);
    symlinkSync('..data/a.lua', `${root}/.config/screens/a.lua`);
    assert.equal(read([`${root}/.config/screens`], 'a.lua'), '1');
  });

  it('refuses pipes and folders without waiting, and files that are too large', (t) => {
    const root = tempTree(t, { 'sub/a': '1', large: 'x'.repeat(101) });
    execFileSync('mkfifo', [`${root}/pipe`]);
    assert.equal(read([root], 'pipe'), 'asset_refused: expected a file, got a pipe or a device');
    assert.equal(read([root], 'sub'), 'asset_refused: expected a file, got a folder');
    assert.equal(read([root], 'large'), 'asset_refused: expected at most 100 bytes, got more');
  });

  it('puts nothing into a message that could break a log line', (t) => {
    const failed = readScreenFile([tempTree(t)], `a\n\u001b[31m${'x'.repeat(500)}`, 10);
    assert.ok(!failed.ok);
    assert.match(failed.error.file ?? '', /^a\?\?\[31mx+\.\.\.$/);
    assert.ok((failed.error.file ?? '').length <= 120);
  });
});

it('isSafeRelativePath takes names that only look dangerous', () => {
  for (const name of ['a', 'a/b.c', 'a..b', '...', 'a/..b', '.hidden'])
    assert.equal(isSafeRelativePath(name), true, name);
  assert.equal(isSafeRelativePath('a/'.repeat(600)), false);
});
