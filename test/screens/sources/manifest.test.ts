import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseManifest } from '../../../src/screens/sources/manifest.ts';

function root(written: string): string {
  const parsed = parseManifest(`root: ${written}\n`);
  return parsed.ok ? parsed.value.root : parsed.error.map(({ message }) => message).join();
}

describe('parseManifest', () => {
  it('reads what a repo says of itself', () => {
    const parsed = parseManifest('name: Kitchen\ndescription: D\nauthor: A\nlicense: MIT\nroot: screens\n');
    assert.deepEqual(parsed, {
      ok: true,
      value: {
        name: 'Kitchen',
        description: 'D',
        author: 'A',
        license: 'MIT',
        root: 'screens',
        warnings: [],
      },
    });
  });

  it('takes an empty file for a manifest that says nothing', () => {
    const parsed = parseManifest('# nothing yet\n');
    assert.ok(parsed.ok && parsed.value.name === null && parsed.value.root === '');
  });

  it('normalises the root', () => {
    for (const same of ['screens', './screens', 'screens/', '"././screens//"']) {
      assert.equal(root(same), 'screens', same);
    }
    for (const top of ['.', './', '""', '~']) assert.match(root(top), /^$|expected a text/, top);
  });

  it('refuses a root outside of the repo', () => {
    for (const bad of ['..', '.git', 'a/.b', '/etc', 'a/../../b', '"a\\\\b"']) {
      assert.match(root(bad), /root: expected a folder inside the repo/, bad);
    }
  });

  it('refuses what is no map, with its place, and warns of unknown keys', () => {
    const list = parseManifest('- a\n');
    assert.ok(!list.ok && list.error[0]?.line === 1);
    const typo = parseManifest('nane: x\n');
    assert.ok(typo.ok);
    assert.match(typo.value.warnings[0]?.message ?? '', /unknown key `nane`; did you mean `name`/);
  });
});
