import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { latencyScale, linearScale, logScale, timeScale } from '../../../../src/bench/report/charts/scale.ts';

const positive = fc.double({ min: 1e-6, max: 1e15, noNaN: true });

describe('a scale', () => {
  it('begins at 0 and ends at a round figure', () => {
    assert.deepEqual(linearScale(294, 3).ticks, [0, 100, 200, 300]);
    assert.deepEqual(linearScale(0.56).ticks, [0, 0.2, 0.4, 0.6]);
    assert.deepEqual(linearScale(90).ticks, [0, 25, 50, 75, 100]);
    assert.deepEqual(linearScale(0).ticks, [0, 0.25, 0.5, 0.75, 1]);
    assert.equal(linearScale(294, 3).at(150), 0.5);
  });

  it('of time goes by the steps of a clock', () => {
    assert.deepEqual(timeScale(60).ticks, [0, 15, 30, 45, 60]);
    assert.deepEqual(timeScale(160).ticks, [0, 60, 120]);
    assert.deepEqual(timeScale(3_600).ticks, [0, 900, 1_800, 2_700, 3_600]);
    assert.deepEqual(timeScale(1).ticks, [0, 0.2, 0.4, 0.6, 0.8, 1]);
    assert.equal(timeScale(60).at(15), 0.25);
  });

  it('of orders of magnitude marks powers of ten, and figures between them where there is room', () => {
    assert.deepEqual(logScale(1, 1000).ticks, [1, 10, 100, 1000]);
    assert.deepEqual(logScale(1, 100).ticks, [1, 3, 10, 30, 100]);
    assert.deepEqual(logScale(4, 60).ticks, [5, 10, 20, 50]);
    assert.equal(logScale(1, 100).at(10), 0.5);
    assert.equal(logScale(1, 100).at(0), 0);
  });

  it('of latencies is linear from 0, unless they span orders of magnitude', () => {
    assert.deepEqual(
      [latencyScale([5, 20, 30]).logarithmic, latencyScale([5, 20, 30]).ticks],
      [false, [0, 10, 20, 30]],
    );
    assert.deepEqual([latencyScale([6, 14, 340]).logarithmic, latencyScale([6, 14, 340]).at(5)], [true, 0]);
    assert.equal(latencyScale([]).at(1), 1);
  });

  it('has few, rising ticks within its ends, and places from 0 to 1, whatever the figures', () => {
    fc.assert(
      fc.property(positive, positive, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        for (const scale of [
          linearScale(high),
          timeScale(high),
          logScale(low, high),
          latencyScale([low, high]),
        ]) {
          assert.ok(scale.ticks.length <= 7, `${scale.ticks}`);
          assert.deepEqual(
            scale.ticks.map((tick) => scale.at(tick)),
            scale.ticks.map((tick) => scale.at(tick)).sort((a, b) => a - b),
          );
          for (const value of [0, low, high, high * 2, ...scale.ticks]) {
            assert.ok(scale.at(value) >= 0 && scale.at(value) <= 1, `${value} at ${scale.at(value)}`);
          }
          assert.ok(scale.at(low) <= scale.at(high));
        }
      }),
    );
  });
});
