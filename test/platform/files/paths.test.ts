import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isHiddenBelow, isHiddenName, isHiddenPath } from '../../../src/platform/files/paths.ts';
import { HIDDEN_NAMES } from '../../support/hostile/hidden-spellings.ts';

it('a name that begins with a dot is hidden, however it is written', () => {
  for (const name of HIDDEN_NAMES) {
    assert.equal(isHiddenName(name), true, JSON.stringify(name));
    for (const path of [name, `a/${name}`, `${name}/a.png`, `./${name}`, `a/./${name}/b`, `//${name}`])
      assert.equal(isHiddenPath(path), true, JSON.stringify(path));
  }
});

it('dots elsewhere hide nothing', () => {
  for (const path of [
    'a.png',
    'a./b',
    'a..b',
    './a',
    'a/./b',
    'caf\u00e9/e\u0301.png',
    '-.a',
    '_.a',
    'a .b',
    '',
  ])
    assert.equal(isHiddenPath(path), false, JSON.stringify(path));
});

it('only what lies below the folder counts, and the folders of a Kubernetes volume do not', () => {
  assert.equal(isHiddenBelow('/home/u/.config/screens', '/home/u/.config/screens/a.png'), false);
  assert.equal(isHiddenBelow('/', '/a.png'), false);
  assert.equal(isHiddenBelow('/s', '/s/.a.png'), true);
  assert.equal(isHiddenBelow('/s', '/s/..2026_01_31_23_59_58.1234567/a.png'), false);
  assert.equal(isHiddenBelow('/s', '/s/..data/a.png'), false);
  assert.equal(isHiddenBelow('/s', '/s/..data/.a.png'), true);
  assert.equal(isHiddenBelow('/s', '/s/..datax/a.png'), true);
  assert.equal(isHiddenBelow('/s', '/s/..2026_01_31/a.png'), true);
});
