/** Tests of the plans that options give. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type PlanOptions,
  PRESETS,
  planBench,
  plannedRate,
  playsFleet,
  tooMuch,
} from '../../src/bench/plan.ts';

function plan(options: Partial<PlanOptions>): ReturnType<typeof planBench> {
  return planBench({ preset: 'steady', cold: false, hot: false, ...options });
}

function refusal(options: Partial<PlanOptions>): string {
  const planned = plan(options);
  assert.ok(!planned.ok, JSON.stringify(planned));
  return planned.error;
}

describe('a plan', () => {
  for (const preset of PRESETS) {
    it(`of ${preset} is whole without any option`, () => {
      const planned = plan({ preset });
      assert.ok(planned.ok);
      const rate = plannedRate(planned.value, planned.value.devices ?? 100);
      assert.ok(preset === 'ramp' ? rate === null : rate !== null && rate > 0);
    });
  }

  it('of a refresh and devices has a rate', () => {
    const planned = plan({ devices: 1_800, refresh: 900, duration: 100 });
    assert.ok(planned.ok);
    assert.equal(plannedRate(planned.value, 1_800), 2);
  });

  it('of the fleet lets a refresh of 15 minutes pass 100 times as fast', () => {
    const planned = plan({ preset: 'fleet' });
    assert.ok(planned.ok);
    assert.equal(planned.value.devices, 2_000);
    assert.equal(planned.value.refreshSeconds, 9);
  });

  it('plays the fleet with the wakes of any preset', () => {
    assert.ok(playsFleet({ preset: 'fleet' }) && !playsFleet({ preset: 'steady' }));
    for (const preset of PRESETS.filter((name) => name !== 'fleet')) {
      const [own, fleet] = [plan({ preset }), plan({ preset, fleet: true })];
      assert.ok(own.ok && fleet.ok);
      assert.deepEqual(fleet.value, { ...own.value, playsFleet: true });
    }
  });

  it('is refused in one sentence where it cannot be meant', () => {
    for (const [options, sentence] of [
      [{ cold: true, hot: true }, '--cold and --hot exclude each other'],
      [{ rate: 5, refresh: 60 }, /^--refresh and --rate exclude each other/],
      [{ preset: 'ramp', rate: 5 }, '--rate has no effect with ramp, which searches the rate'],
      [{ preset: 'power-cut', refresh: 5 }, /^--refresh has no effect with power-cut/],
      [{ rate: 0 }, '--rate: expected a number from 0.01 to 1000, got 0'],
      [{ rate: 1e9 }, /^--rate: expected .* got 1000000000$/],
      [{ rate: Number.NaN }, '--rate: expected a number from 0.01 to 1000, got NaN'],
      [{ devices: 1.5 }, '--devices: expected an integer from 1 to 20000, got 1.5'],
      [{ devices: -1 }, /^--devices: /],
      [{ duration: 0 }, /^--duration: /],
      [{ duration: 1e7 }, /^--duration: /],
      [{ seed: 70_000 }, /^--seed: expected an integer from 0 to 65535/],
      [{ warmUp: -1 }, /^--warm-up: /],
    ] as const) {
      const got = refusal(options);
      if (typeof sentence === 'string') assert.equal(got, sentence);
      else assert.match(got, sentence);
    }
  });

  it('is too much where its devices would wake too often', () => {
    const planned = plan({ refresh: 1 });
    assert.ok(planned.ok);
    assert.equal(tooMuch(planned.value, 500), null);
    assert.match(tooMuch(planned.value, 5_000) ?? '', /^5000 devices would wake 5000 times a second/);
    const long = plan({ rate: 1_000, duration: 10_000 });
    assert.ok(long.ok);
    assert.match(tooMuch(long.value, 1) ?? '', /at most 2000000 wakes/);
  });
});
