/** Tests of the search for the knee, against a server with a known capacity. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { planBench } from '../../src/bench/plan.ts';
import { agreement } from '../../src/bench/ramp.ts';
import type { BenchResult } from '../../src/bench/result.ts';
import { runBench } from '../../src/bench/run-bench.ts';
import { virtualDevices } from '../../src/bench/virtual-device.ts';
import { type DeviceApiServer, startDeviceApi } from '../support/bench/device-api.ts';

describe('the search for the knee', () => {
  let server: DeviceApiServer;
  let result: BenchResult;

  before(async () => {
    // Fifty display calls a second, whatever the machine.
    server = await startDeviceApi({ workMs: 20 });
    const plan = planBench({ preset: 'ramp', cold: false, hot: false, duration: 1, warmUp: 0 });
    assert.ok(plan.ok);
    result = await runBench(
      plan.value,
      {
        kind: 'running',
        url: server.url,
        adminToken: null,
        metricsUrl: null,
        devices: virtualDevices(20, 1),
        screens: {},
        alsoOrigins: [],
        startMs: null,
        warnings: () => [],
        usage: () => null,
        ended: null,
      },
      { signal: new AbortController().signal, keepAlive: false, onProgress: () => {} },
    );
  });

  after(() => server.stop());

  it('finds it', () => {
    const rate = result.knee?.ratePerSecond ?? 0;
    // A busy machine finds less; no machine can find more.
    assert.ok(rate > 10 && rate < 60, `${rate}`);
  });

  it('searches until two searches agree, or three times', () => {
    const { searches = [], agrees } = result.knee ?? {};
    assert.ok(searches.length === 2 || searches.length === 3);
    assert.equal(agrees, agreement(searches) !== null);
  });

  it('tells every step, and why a rate was not kept', () => {
    const steps = result.knee?.steps ?? [];
    assert.ok(steps.length > 5);
    for (const { failure, ratePerSecond } of steps) {
      if (failure !== null) assert.match(failure, /ended in time|is over/);
      else assert.ok(ratePerSecond < 65);
    }
    assert.ok(steps.some(({ failure }) => failure !== null));
  });
});

describe('agreement', () => {
  for (const [searches, expected] of [
    [[], null],
    [[100], null],
    [[100, 105], 102.5],
    [[100, 120], null],
    [[100, 120, 110], null],
    [[100, 104, 99], 101],
    [[null, null], null],
    [[null, 50, 52], null],
  ] as const) {
    it(`of ${JSON.stringify(searches)} is ${expected}`, () => assert.equal(agreement(searches), expected));
  }
});
