import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { binHistogram } from '../../../../src/bench/report/charts/distributions.ts';
import { logScale } from '../../../../src/bench/report/charts/scale.ts';
import { spectrumOf } from '../../../../src/bench/report/charts/spectrum.ts';
import { latencyOf } from '../../../support/bench/latencies.ts';

const samples = fc.array(fc.double({ min: 0.1, max: 9_000, noNaN: true }), { minLength: 1, maxLength: 200 });

describe('the bars of a distribution', () => {
  it('share a bucket by how much of it lies in each', () => {
    const x = logScale(1, 10_000);
    assert.deepEqual(binHistogram([{ fromMs: 1, toMs: 100, count: 8 }], x, 4), [4, 4, 0, 0]);
    assert.deepEqual(binHistogram([{ fromMs: 100, toMs: 1_000, count: 3 }], x, 4), [0, 0, 3, 0]);
  });

  it('hold every call once', () => {
    fc.assert(
      fc.property(samples, (times) => {
        const { histogram, count } = latencyOf(times);
        const bars = binHistogram(histogram, logScale(0.01, 100_000), 50);
        assert.ok(Math.abs(bars.reduce((sum, bar) => sum + bar, 0) - count) < 1e-6);
      }),
    );
  });
});

describe('the percentiles of a distribution', () => {
  it('rise to the slowest call', () => {
    fc.assert(
      fc.property(samples, (times) => {
        const latency = latencyOf(times);
        const steps = spectrumOf(latency, 2);
        const rising = (values: readonly number[]): void =>
          assert.deepEqual(
            values,
            values.toSorted((a, b) => a - b),
          );
        rising(steps.map(({ share }) => share));
        rising(steps.map(({ ms }) => ms));
        assert.equal(steps[0]?.share, 0);
        assert.ok((steps.at(-1)?.share ?? 0) <= 0.99);
        assert.ok((steps.at(-1)?.ms ?? 0) <= latency.max);
      }),
    );
  });
});
