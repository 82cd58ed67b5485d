import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  compareVersions,
  isInRange,
  parseVersionRange,
  readVersion,
} from '../../src/domain/version-range.ts';

function isIn(range: string, version: string): boolean {
  const parsed = parseVersionRange(range);
  assert.ok(parsed !== null, range);
  return isInRange(parsed, readVersion(version));
}

describe('a range of versions', () => {
  it('compares number by number', () => {
    assert.ok(isIn('>=1.6', '1.10.0') && isIn('<1.10', '1.9.9') && isIn('>1.6', '1.6.1'));
    assert.ok(!isIn('>1.6', '1.6.0') && isIn('<=1.6', '1.6.0') && isIn('>=1.5 <2', '1.8.15'));
    assert.ok(isIn('>= 1.5  < 2', 'v1.7-beta') && !isIn('>=1.5 <2', '2.0'));
  });

  it('is a pattern where it has no comparison', () => {
    assert.ok(
      isIn('1.5.*', '1.5.2') && !isIn('1.5.*', '1.6.0') && isIn('1.5.2', '1.5.2') && isIn('FW*', 'fw-7'),
    );
  });

  it('has no version that does not begin with a number', () => {
    assert.ok(!isIn('>=0', 'kindle') && !isIn('<9', ''));
  });

  it('is nothing else', () => {
    for (const text of ['>=', '>=x', '=1', '1 2', '>=1 <2 <3', '>=1.2.3.4.5.6.7', '<>1']) {
      assert.equal(parseVersionRange(text), null, text);
    }
  });
});

it('versions are in the order of their numbers', () => {
  const sorted = ['1.10', '1.2.3', '1.2', '0.9'].toSorted((a, b) => compareVersions(a, b) ?? 0);
  assert.deepEqual(sorted, ['0.9', '1.2', '1.2.3', '1.10']);
  assert.equal(compareVersions('1.2', '1.2.0'), 0);
  assert.equal(compareVersions('x', '1'), null);
});
