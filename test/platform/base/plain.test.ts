import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isDeeperThan, isPlainObject } from '../../../src/platform/base/plain.ts';

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

it('measures nesting without following it to the end', () => {
  assert.equal(isDeeperThan([{ a: [] }], 3), false);
  assert.equal(isDeeperThan([{ a: [] }], 2), true);
  assert.equal(isDeeperThan('text', 0), false);
  assert.equal(isDeeperThan(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)), 32), true);
});
