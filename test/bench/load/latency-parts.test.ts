/** Tests of the figures of latencies. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LatencyParts } from '../../../src/bench/load/latency-parts.ts';
import { seededRandom } from '../../../src/bench/load/random.ts';

describe('the latencies of a route', () => {
  it('have the percentiles of what was recorded, to three digits', () => {
    const parts = new LatencyParts(1_000);
    for (let ms = 1; ms <= 1_000; ms += 1) parts.record(0, ms);
    const { count, mean, p50, p90, p99, p999, max } = parts.summary();
    assert.equal(count, 1_000);
    for (const [got, expected] of [
      [mean, 500.5],
      [p50, 500],
      [p90, 900],
      [p99, 990],
      [p999, 999],
      [max, 1_000],
    ] as const) {
      assert.ok(Math.abs(got - expected) <= expected / 500, `${got} for ${expected}`);
    }
  });

  it('keep times of microseconds and of minutes apart', () => {
    const parts = new LatencyParts(1_000);
    parts.record(0, 0.05);
    parts.record(0, 90_000);
    const { p50, max } = parts.summary();
    assert.ok(Math.abs(p50 - 0.05) < 0.001 && Math.abs(max - 90_000) < 200);
  });

  it('have a histogram that counts each of them once, in buckets that meet', () => {
    const parts = new LatencyParts(1_000);
    const random = seededRandom(4);
    for (let count = 0; count < 5_000; count += 1) parts.record(0, 10 ** (random() * 5 - 1.5));
    const { histogram } = parts.summary();
    assert.equal(
      histogram.reduce((sum, { count }) => sum + count, 0),
      5_000,
    );
    for (const [index, { fromMs, toMs, count }] of histogram.entries()) {
      assert.ok(toMs > fromMs && count > 0 && fromMs >= (histogram[index - 1]?.toMs ?? 0));
    }
  });

  it('say how far parts of the run are from each other', () => {
    const steady = new LatencyParts(1_000);
    const moody = new LatencyParts(1_000);
    for (let part = 0; part < 8; part += 1) {
      for (let call = 0; call < 300; call += 1) {
        steady.record(part * 1_000 + call, 10 + (call % 10) / 10);
        moody.record(part * 1_000 + call, (10 + (call % 10) / 10) * (part % 2 === 0 ? 1 : 2));
      }
    }
    const [calm, wild] = [steady.summary().noise, moody.summary().noise];
    assert.ok(calm !== null && calm.p50 < 0.01 && calm.p99 < 0.01);
    assert.ok(wild !== null && wild.p50 > 0.3 && wild.p99 > 0.3);
  });

  it('say nothing of their noise when there are few', () => {
    const parts = new LatencyParts(1_000);
    for (let call = 0; call < 50; call += 1) parts.record(call * 100, 5);
    assert.equal(parts.summary().noise, null);
  });
});
