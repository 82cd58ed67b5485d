import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpectedWork, wholeMs } from '../../../src/engine/scheduling/expected-work.ts';

test('the time of quick pictures, and of all, is the sum of what their kinds take', () => {
  const work = new ExpectedWork();
  work.add({ kind: 'clock', ms: 10, slow: false });
  work.add({ kind: 'clock', ms: 10, slow: false });
  work.add({ kind: 'wall', ms: 900, slow: true });
  assert.deepEqual([work.quickMs, work.totalMs], [20, 920]);
  work.remove('clock');
  work.remove('wall');
  assert.deepEqual([work.quickMs, work.totalMs], [10, 10]);
});

test('what a kind turns out to take counts for those of it that wait', () => {
  const work = new ExpectedWork();
  for (let number = 0; number < 3; number += 1) work.add({ kind: 'photo', ms: 40, slow: false });
  work.learn({ kind: 'photo', ms: 70, slow: false });
  assert.equal(work.quickMs, 210);
  work.learn({ kind: 'photo', ms: 600, slow: true });
  assert.deepEqual([work.quickMs, work.totalMs], [0, 1_800]);
  work.learn({ kind: 'unknown', ms: 5, slow: false });
  for (let number = 0; number < 3; number += 1) work.remove('photo');
  work.remove('photo');
  assert.deepEqual([work.quickMs, work.totalMs], [0, 0]);
});

test('no picture takes no time', () => {
  assert.deepEqual([0, 0.2, 3, 3.1].map(wholeMs), [1, 1, 3, 4]);
});
