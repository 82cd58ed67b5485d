import assert from 'node:assert/strict';
import { it } from 'node:test';
import { oneLine } from '../../../src/platform/base/one-line.ts';

it('shows a text in one line, shortened, without control characters', () => {
  assert.equal(oneLine(' a\n\t b\u0007c ', 40), 'a bc');
  assert.equal(oneLine('abcdef', 3), 'abc…');
  assert.equal(oneLine('abc', 3), 'abc');
});
