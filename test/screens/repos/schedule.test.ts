import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { delayToNext } from '../../../src/screens/repos/schedule.ts';

const SUCCESS = { atMs: 1_000_000, failures: 0, final: false, mutable: true };
const NOW = SUCCESS.atMs;

describe('the next fetch', () => {
  it('of a tag or branch comes after the interval, a tenth sooner or later', () => {
    assert.equal(delayToNext(SUCCESS, 100, NOW, 0), 90_000);
    assert.equal(delayToNext(SUCCESS, 100, NOW, 0.5), 100_000);
    assert.equal(delayToNext(SUCCESS, 100, NOW + 40_000, 1), 70_000);
  });

  it('comes at once when it is overdue, such as after a restart', () => {
    assert.equal(delayToNext(SUCCESS, 100, NOW + 1_000_000, 0.5), 0);
  });

  it('is not put off by a clock that was set back', () => {
    assert.equal(delayToNext(SUCCESS, 100, NOW - 1_000_000_000, 0.5), 100_000);
  });

  it('never comes for a commit, or with an interval of 0', () => {
    assert.equal(delayToNext({ ...SUCCESS, mutable: false }, 100, NOW, 0.5), null);
    assert.equal(delayToNext(SUCCESS, 0, NOW, 0.5), null);
  });

  it('after failures comes soon, then less and less often, whatever the interval', () => {
    const delays = [1, 2, 3, 20].map((failures) =>
      delayToNext({ ...SUCCESS, failures, mutable: false }, 0, NOW, 0.5),
    );
    assert.deepEqual(delays, [30_000, 60_000, 120_000, 3_600_000]);
  });

  it('after a refusal waits for the branch to move', () => {
    const refused = { ...SUCCESS, failures: 1, final: true };
    assert.equal(delayToNext(refused, 0, NOW, 0.5), null);
    assert.equal(delayToNext(refused, 100, NOW, 0.5), 100_000);
  });

  it('fits into a timer', () => {
    assert.equal(delayToNext(SUCCESS, 2_592_000, NOW, 0.5), 2 ** 31 - 1);
  });
});
