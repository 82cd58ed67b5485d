/** What SECURITY.md says that others cannot do: each promise names the tests that hold it, and they are there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/base/version.ts';

const PAGE = readFileSync(path.join(PACKAGE_ROOT, 'SECURITY.md'), 'utf8');
const LISTS = [...PAGE.matchAll(/\*\*They cannot\*\*\n\n([\s\S]*?)\n\n\*\*They can\*\*/g)].map(
  ([, list = '']) => list,
);
const PROMISES = LISTS.flatMap((list) => list.split(/^- /m).slice(1));

describe('SECURITY.md', () => {
  it('promises something of strangers and of authors', () => {
    assert.equal(LISTS.length, 2);
    assert.ok(PROMISES.length >= 16, `${PROMISES.length}`);
  });

  for (const promise of PROMISES) {
    it(`names the tests of: they cannot ${promise.split(/[:;,]/)[0]}`, () => {
      const [, names] = /<!-- tests: (.+?) -->/.exec(promise) ?? [];
      assert.ok(names !== undefined, 'add <!-- tests: folder/name, … --> to its end');
      for (const name of names.split(', ')) {
        assert.ok(existsSync(path.join(PACKAGE_ROOT, 'test', `${name}.test.ts`)), `no test ${name}`);
      }
    });
  }
});
