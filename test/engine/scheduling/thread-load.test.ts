import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ThreadLoad } from '../../../src/engine/scheduling/thread-load.ts';
import { until } from '../../support/waiting.ts';

function workFor(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs) Math.hypot(endMs, ms);
}

test('a thread is busy after it has worked, until it has rested', async () => {
  const load = new ThreadLoad();
  workFor(200);
  // Active time is counted from turn to turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(load.isBusy);
  assert.ok(load.isBusy, 'too short a time says nothing new');
  await until(() => !load.isBusy);
});
