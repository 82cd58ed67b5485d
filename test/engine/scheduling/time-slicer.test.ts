import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScriptClock } from '../../../src/engine/scheduling/script-clock.ts';
import { TimeSlicer } from '../../../src/engine/scheduling/time-slicer.ts';

/** Let the clock go on. */
function passMs(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a job asks for another turn once it has computed for long, and not before', () => {
  let cpuMs = 1_000;
  let turns = 0;
  const clock = new ScriptClock();
  const askForTurn = (): void => {
    turns += 1;
  };
  const slicer = new TimeSlicer({ clock, threadCpuMs: () => cpuMs, askForTurn });
  passMs(110);
  cpuMs += 60;
  assert.equal(slicer.pause(), 0);
  assert.equal(turns, 0, 'the thread had the CPU for a part of the time only');
  cpuMs += 60;
  passMs(60);
  slicer.pause();
  assert.equal(turns, 1);
  assert.equal(clock.cpuMs, 120);
  slicer.pause();
  assert.equal(turns, 1, 'it has a new turn');
});

test('waiting for a turn is not computing, also where the system does not tell the CPU time', () => {
  const slicer = new TimeSlicer({
    clock: new ScriptClock(),
    threadCpuMs: () => null,
    askForTurn: () => passMs(80),
  });
  passMs(110);
  const start = performance.now();
  const before = slicer.cpuMs;
  assert.ok(slicer.pause() >= 80);
  assert.ok(slicer.cpuMs - before <= performance.now() - start - 80);
});

test('a job that has to end ends at its pause', () => {
  const end = new Error('end');
  const slicer = new TimeSlicer({
    clock: new ScriptClock(),
    threadCpuMs: () => null,
    askForTurn: () => {
      throw end;
    },
  });
  passMs(110);
  assert.throws(() => slicer.pause(), end);
});
