import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isRefSegment, parseScreenRef } from '../../src/domain/screen-ref.ts';

it('reads a plain name and a path in a repo', () => {
  assert.deepEqual(parseScreenRef('clock'), { handle: null, path: 'clock' });
  assert.deepEqual(parseScreenRef('local/clock'), { handle: 'local', path: 'clock' });
  assert.deepEqual(parseScreenRef('my.repo/a_1/B-2'), { handle: 'my.repo', path: 'a_1/B-2' });
});

it('refuses everything that is no name or could leave a folder', () => {
  const bad = [
    '',
    '/',
    'a/',
    '/a',
    'a//b',
    '..',
    'a/..',
    '../a',
    '.git',
    'a/.b',
    'a b',
    'a\\b',
    'a\0',
    'ä',
    '-a',
    '_a',
  ];
  for (const text of bad) assert.equal(parseScreenRef(text), null, JSON.stringify(text));
});

it('refuses names that no file system takes', () => {
  assert.equal(parseScreenRef('a'.repeat(256)), null);
  assert.equal(isRefSegment('a'.repeat(256)), false);
  assert.equal(isRefSegment('a'.repeat(255)), true);
});
