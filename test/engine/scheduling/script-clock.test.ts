import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ScriptClock } from '../../../src/engine/scheduling/script-clock.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';

/** Let the clock go on. */
function passMs(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a script computes from its start to its end', () => {
  const clock = new ScriptClock();
  assert.equal(clock.computingMs, 0);
  clock.start();
  passMs(20);
  assert.ok(clock.computingMs >= 19, String(clock.computingMs));
  clock.stop();
  assert.equal(clock.computingMs, 0);
});

test('a script that waits for an answer does not compute, nor while the answer waits for it', () => {
  const clock = new ScriptClock();
  clock.start();
  passMs(20);
  clock.beginWait();
  assert.equal(clock.computingMs, 0);
  clock.wake();
  assert.equal(clock.computingMs, 0);
  clock.endWait(0);
  assert.ok(clock.computingMs >= 19);
});

test('the time that a script has waited is taken off', () => {
  const clock = new ScriptClock();
  clock.start();
  clock.beginWait();
  clock.endWait(1_000_000);
  assert.ok(clock.computingMs < -900_000, String(clock.computingMs));
});

test('both threads read the CPU time that the worker reported', () => {
  const clock = new ScriptClock();
  new ScriptClock(clock.memory).cpuMs = 12.6;
  assert.equal(clock.cpuMs, 13);
});

test('a worker sleeps until the other thread wakes it, or until its deadline', async () => {
  const clock = new ScriptClock();
  clock.beginWait();
  assert.equal(clock.sleep(deadlineIn(5)), false);
  const file = new URL('./sleeping-worker.js', import.meta.url);
  const worker = new Worker(file, { workerData: clock.memory });
  const woken = await new Promise((resolve) => {
    worker.on('message', (message) => (message === 'sleeping' ? clock.wake() : resolve(message)));
  });
  assert.equal(woken, true);
});
