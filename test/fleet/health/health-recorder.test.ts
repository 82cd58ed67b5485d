import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EngineEvents } from '../../../src/domain/engine-events.ts';
import { HealthRecorder } from '../../../src/fleet/health/health-recorder.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';

describe('what is kept of the health of a server', () => {
  it('knows answers by their route, and no others', () => {
    const events = new EngineEvents();
    const recorder = new HealthRecorder(events, () => 0);
    events.emit('answered', '/api/display', 200, 5);
    events.emit('answered', '/api/admin/stream', 200, 3_600_000);
    events.emit('answered', '/anything', 404, 1);
    assert.deepEqual(
      recorder.latency().map(({ kind, name, count }) => [kind, name, count]),
      [['answer', 'display', 1]],
    );
  });

  it('tells screens apart up to a number', () => {
    const events = new EngineEvents();
    const recorder = new HealthRecorder(events, () => 0);
    for (let screen = 0; screen < 3 * LIMITS.metricScreens; screen++) {
      events.emit('stages', `local/${screen}`, { script: screen });
      events.emit('screenFailed', `local/${screen}`, 'script_error');
    }
    const slowest = recorder.slowest(10_000);
    assert.equal(slowest.length, LIMITS.metricScreens + 1);
    assert.equal(slowest[0]?.screen, '(others)');
    assert.equal(slowest[0]?.failures, 2 * LIMITS.metricScreens);
  });

  it('is told of the engine beside others', () => {
    const events = new EngineEvents();
    const recorder = new HealthRecorder(events, () => 0);
    const told: string[] = [];
    events.on('workerLost', (kind, why) => void told.push(`${kind} ${why}`));
    events.emit('workerLost', 'raster', 'crash');
    events.emit('stages', 'local/a', { draw: 3 });
    events.emit('missedPolls', 1);
    assert.equal(recorder.lost.raster, 1);
    assert.deepEqual(told, ['raster crash']);
    assert.deepEqual(
      recorder.latency().map(({ name }) => name),
      ['draw'],
    );
    assert.deepEqual(recorder.slowest(5), []);
  });
});
