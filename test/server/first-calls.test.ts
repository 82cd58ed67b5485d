import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EngineEvents } from '../../src/domain/engine-events.ts';
import { monotonicMs } from '../../src/platform/base/clock.ts';
import { FirstCalls } from '../../src/server/first-calls.ts';
import { until } from '../support/waiting.ts';

/** An engine that is idle or not, and the calls of its devices. */
function engineThat(isIdle: boolean) {
  return { isIdle, events: new EngineEvents() };
}

describe('the first calls after a start', () => {
  it('hold nothing up while there are none', async () => {
    const engine = engineThat(true);
    const first = new FirstCalls(engine);
    engine.events.emit('answered', '/health', 200, 1);
    const beganMs = monotonicMs();
    await first.over();
    assert.ok(monotonicMs() - beganMs < 100);
  });

  it('are over when the engine has no work, and the picture of the last answer was asked for', async () => {
    const engine = engineThat(false);
    const first = new FirstCalls(engine);
    let isOver = false;
    const over = first.over().then(() => {
      isOver = true;
    });
    engine.events.emit('answered', '/api/display', 200, 1);
    engine.isIdle = true;
    await until(() => isOver, 'they are over');
    await over;
  });

  it('hold up what loads for a second at most, in all', async () => {
    const first = new FirstCalls(engineThat(false));
    await first.over();
    const beganMs = monotonicMs();
    await first.over();
    assert.ok(monotonicMs() - beganMs < 500);
  });
});
