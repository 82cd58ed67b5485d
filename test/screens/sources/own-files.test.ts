import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readBeside, readOwnFile } from '../../../src/screens/sources/own-files.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

const TREE = {
  'lib/a.lua': 'top',
  'garden/lib/a.lua': 'garden',
  'lib/b.lua': 'top b',
  '.env': 'SECRET=1',
  'garden/.git/config': 'token',
};

describe('readBeside', () => {
  it('takes the file in the folder of the screen before the one at the root of the repo', (t) => {
    const roots = [tempTree(t, TREE)];
    const named = (dir: string, name: string): string => {
      const found = readBeside({ roots, dir }, name);
      return found.ok ? `${found.value.name}=${found.value.file.bytes}` : found.error.code;
    };
    assert.equal(named('garden', 'lib/a.lua'), 'garden/lib/a.lua=garden');
    assert.equal(named('garden', 'lib/b.lua'), 'lib/b.lua=top b');
    assert.equal(named('', 'lib/a.lua'), 'lib/a.lua=top');
    assert.equal(named('garden', 'lib/c.lua'), 'asset_missing');
    assert.equal(named('garden', '../lib/b.lua'), 'asset_refused');
  });
});

describe('readOwnFile', () => {
  it('gives nobody a hidden file, whether it exists or not', (t) => {
    const roots = [tempTree(t, TREE)];
    for (const name of [
      '.env',
      'garden/.git/config',
      '.none',
      './lib/a.lua',
      'garden/./.git/config',
      '\uff0eenv',
    ]) {
      const read = readOwnFile({ roots }, name, 1000);
      assert.ok(!read.ok && read.error.code === 'asset_refused', name);
      assert.match(read.error.message, /begin with "\."/);
    }
  });
});
