import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parsePin } from '../../src/domain/repo-pin.ts';

it('a pin of 40 hex digits is a commit, in lower case', () => {
  assert.deepEqual(parsePin('ABCDEF0123'.repeat(4)), { kind: 'sha', sha: 'abcdef0123'.repeat(4) });
});

it('no pin means the default branch', () => {
  assert.deepEqual(parsePin(null), { kind: 'default' });
});

it('every other pin is a name, as git allows it', () => {
  for (const name of ['main', 'v1.2.0', 'release/2024-05', 'abcdef0', 'ä', 'a@b', 'abcdef0123'.repeat(5)]) {
    assert.deepEqual(parsePin(name), { kind: 'name', name });
  }
});

it('what could be an option, a pattern, a range or a path is no pin', () => {
  for (const name of [
    '',
    '-',
    '--upload-pack=x',
    'a b',
    'a\n',
    'a..b',
    'a:b',
    'a*',
    'a?',
    'a[b',
    'a~1',
    'a^',
    'a\\b',
    '@',
    'a@{1}',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a.',
    'a\u007f',
    'x'.repeat(201),
  ]) {
    assert.equal(parsePin(name), undefined, JSON.stringify(name));
  }
});
