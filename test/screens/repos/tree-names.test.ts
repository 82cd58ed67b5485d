import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { foldedPath, pathProblem } from '../../../src/screens/repos/tree-names.ts';

describe('paths of a tree', () => {
  it('are refused when a file system somewhere would take them for something else', () => {
    const reasons: Readonly<Record<string, readonly string[]>> = {
      'leads out of its folder': ['..', '.', 'a/../b', 'a//b', 'a/', '', '...', '. .', ' ', '\uff0e\uff0e'],
      'is absolute': ['/a', '/'],
      'is a name of git itself': [
        '.git',
        '.GIT',
        'a/.Git/config',
        '.git ',
        '.git.. .',
        '.git::$INDEX_ALLOCATION',
        '.git:x',
        'git~1',
        'GIT~12',
        '.g\u200cit',
        '\ufeff.git',
        '\uff0egit',
      ],
      'contains a backslash': ['a\\b', '..\\a'],
      'is the name of a device': [
        'con',
        'Aux.lua',
        'a/NUL',
        'prn.tar.gz',
        'com1',
        'COM\u00b9',
        'lpt9 .svg',
        'nul ',
        'conin$',
        'aux:x',
        'COM0',
      ],
      'contains control characters': ['a\nb', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\u2028b', 'a\ud800b'],
      'has a name longer than 128 bytes': ['x'.repeat(129), `a/${'\u00e9'.repeat(65)}`],
      'is longer than 512 bytes': ['dir/'.repeat(130)],
    };
    for (const [reason, paths] of Object.entries(reasons)) {
      for (const path of paths) assert.equal(pathProblem(path), reason, JSON.stringify(path));
    }
  });

  it('are accepted when they are ordinary, even if odd', () => {
    for (const path of [
      'a.lua',
      'dir/a b.svg',
      '.gitignore',
      '.github/workflows/x.yaml',
      'git~x',
      'gita',
      'a.git',
      'console',
      'nullable.lua',
      'com10',
      'auxiliary',
      '-x',
      '$x',
      "it's",
      '\u00e9\u4e2d\u{1f600}',
      'a:b',
      'x'.repeat(128),
      '..a',
      'a..b',
    ]) {
      assert.equal(pathProblem(path), null, path);
    }
  });

  it('lead nowhere but into the folder, whatever they are made of', () => {
    const part = fc.oneof(
      fc.constantFrom('.', '..', '', '/', '\\', '.git', '\0', ' ', '\u200c'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        for (const name of [parts.join('/'), parts.join('')]) {
          if (pathProblem(name) !== null) continue;
          assert.ok(path.join('/cache', name).startsWith('/cache/'));
          assert.ok(path.win32.join('C:\\cache', name).startsWith('C:\\cache\\'));
          assert.ok(!/(^|\/)\.git($|\/)/i.test(name));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('have one folded form for everything that some file system holds for the same', () => {
    for (const [one, other] of [
      ['A/B.lua', 'a/b.LUA'],
      ['\u00e9', 'e\u0301'],
      ['dot./x', 'dot/x'],
      ['\uff21', 'a'],
      ['a\u200db', 'ab'],
    ] as const) {
      assert.equal(foldedPath(one), foldedPath(other));
    }
    assert.notEqual(foldedPath('a/b'), foldedPath('ab'));
  });
});
