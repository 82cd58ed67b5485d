import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isPlainObject } from '../../src/base/plain.ts';

it('tells maps from everything else', () => {
  assert.deepEqual([{}, Object.create(null), [], null, 'x', 1, undefined].map(isPlainObject), [
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
