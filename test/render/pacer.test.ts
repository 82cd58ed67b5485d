import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf, createBeat } from '../../src/render/beat.ts';
import { Pacer } from '../../src/render/pacer.ts';

/** Let the clock go on. */
function passMs(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a job asks for another turn once it has computed for long, and not before', () => {
  let cpuMs = 1_000;
  let turns = 0;
  const beat = createBeat();
  const askForTurn = (): void => {
    turns += 1;
  };
  const pacer = new Pacer({ beat, threadCpuMs: () => cpuMs, askForTurn });
  passMs(110);
  cpuMs += 60;
  assert.equal(pacer.pause(), 0);
  assert.equal(turns, 0, 'the thread had the processor for a part of the time only');
  cpuMs += 60;
  passMs(60);
  pacer.pause();
  assert.equal(turns, 1);
  assert.equal(cpuMsOf(beat), 120);
  pacer.pause();
  assert.equal(turns, 1, 'it has a new turn');
});

test('what a job waits for its turn is no computing, also where nobody knows the processor time', () => {
  const pacer = new Pacer({ beat: createBeat(), threadCpuMs: () => null, askForTurn: () => passMs(80) });
  passMs(110);
  const start = performance.now();
  const before = pacer.cpuMs;
  assert.ok(pacer.pause() >= 80);
  assert.ok(pacer.cpuMs - before <= performance.now() - start - 80);
});

test('a job that has to end ends at its pause', () => {
  const end = new Error('end');
  const pacer = new Pacer({
    beat: createBeat(),
    threadCpuMs: () => null,
    askForTurn: () => {
      throw end;
    },
  });
  passMs(110);
  assert.throws(() => pacer.pause(), end);
});
