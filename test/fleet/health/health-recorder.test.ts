import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HealthRecorder } from '../../../src/fleet/health/health-recorder.ts';
import { combineObservers } from '../../../src/platform/base/combine-observers.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';

describe('what is kept of the health of a server', () => {
  it('knows answers by their route, and no others', () => {
    const recorder = new HealthRecorder(() => 0);
    recorder.answered('/api/display', 200, 5);
    recorder.answered('/api/admin/stream', 200, 3_600_000);
    recorder.answered('/anything', 404, 1);
    assert.deepEqual(
      recorder.latency().map(({ kind, name, count }) => [kind, name, count]),
      [['answer', 'display', 1]],
    );
  });

  it('tells screens apart up to a number', () => {
    const recorder = new HealthRecorder(() => 0);
    for (let screen = 0; screen < 3 * LIMITS.metricScreens; screen++) {
      recorder.stages(`local/${screen}`, { script: screen });
      recorder.screenFailed(`local/${screen}`);
    }
    const slowest = recorder.slowest(10_000);
    assert.equal(slowest.length, LIMITS.metricScreens + 1);
    assert.equal(slowest[0]?.screen, '(others)');
    assert.equal(slowest[0]?.failures, 2 * LIMITS.metricScreens);
  });

  it('is told of the engine beside others', () => {
    const recorder = new HealthRecorder(() => 0);
    const told: string[] = [];
    const both = combineObservers(recorder, { workerLost: (kind, why) => void told.push(`${kind} ${why}`) });
    both.workerLost('raster', 'crash');
    both.stages('local/a', { draw: 3 });
    both.missedPolls(1);
    assert.equal(recorder.lost.raster, 1);
    assert.deepEqual(told, ['raster crash']);
    assert.deepEqual(
      recorder.latency().map(({ name }) => name),
      ['draw'],
    );
    assert.deepEqual(recorder.slowest(5), []);
  });
});
