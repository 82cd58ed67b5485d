import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecentTimes } from '../../../src/platform/base/recent-times.ts';

describe('times of late', () => {
  it('have percentiles that are at most a fifth too large, and the exact largest', () => {
    const times = new RecentTimes(15, 60_000);
    for (let ms = 1; ms <= 1000; ms++) times.note(ms, 5_000);
    const summary = times.summary(5_000);
    assert.ok(summary !== null);
    assert.deepEqual([summary.count, summary.maxMs], [1000, 1000]);
    assert.ok(summary.p50Ms >= 500 && summary.p50Ms <= 600, String(summary.p50Ms));
    assert.ok(summary.p95Ms >= 950 && summary.p95Ms <= 1000, String(summary.p95Ms));
  });

  it('forget what is older than all spans', () => {
    const times = new RecentTimes(3, 1_000);
    times.note(100, 500);
    times.note(1, 2_500);
    assert.equal(times.summary(2_500)?.count, 2);
    assert.equal(times.summary(3_000)?.count, 1);
    times.note(2, 3_500);
    assert.deepEqual([times.summary(3_500)?.count, times.summary(3_500)?.maxMs], [2, 2]);
    assert.equal(times.summary(9_000), null);
  });

  it('take any number', () => {
    const times = new RecentTimes(2, 1_000);
    for (const ms of [0, -1, Number.NaN, 1e12, Number.POSITIVE_INFINITY]) times.note(ms, 0);
    assert.equal(times.summary(0)?.count, 5);
  });
});
