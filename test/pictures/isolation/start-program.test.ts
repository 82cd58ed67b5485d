/** A program that is started ahead of its need. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { ConfinedProcess } from '../../../src/pictures/isolation/confined-process.ts';
import type { ReadyHeader } from '../../../src/pictures/isolation/protocol.ts';
import {
  dismissAhead,
  type Program,
  startAhead,
  startProgram,
} from '../../../src/pictures/isolation/start-program.ts';
import { monotonicMs } from '../../../src/platform/base/clock.ts';
import { childrenOf, isAlive } from '../../support/processes/processes.ts';
import { until } from '../../support/waiting.ts';

const PROGRAM: Program = { entry: new URL('./probe-process.js', import.meta.url), heapMb: 64 };

/** Longer than the program loads. */
const WAIT_MS = 3_000;

/** Start a program; it is ended with the test. */
function startIn(t: TestContext, program: Program): ChildProcess {
  const child = startProgram(program);
  t.after(() => child.kill('SIGKILL'));
  return child;
}

/** The process that was started ahead. */
function aheadIn(t: TestContext): number {
  t.after(dismissAhead);
  const before = new Set(childrenOf(process.pid));
  startAhead(PROGRAM);
  const [pid, ...others] = childrenOf(process.pid).filter((child) => !before.has(child));
  assert.ok(pid !== undefined && others.length === 0, `processes: ${pid}, ${others}`);
  return pid;
}

describe('a program that was started ahead', () => {
  it('is taken by the first who wants it, and by nobody else', (t) => {
    const ahead = aheadIn(t);
    assert.equal(startIn(t, PROGRAM).pid, ahead);
    assert.notEqual(startIn(t, PROGRAM).pid, ahead);
  });

  it('is left alone by who wants another program, or another heap', (t) => {
    const ahead = aheadIn(t);
    const other = new URL('./probe-process.js?other', import.meta.url);
    assert.notEqual(startIn(t, { ...PROGRAM, entry: other }).pid, ahead);
    assert.notEqual(startIn(t, { ...PROGRAM, heapMb: 65 }).pid, ahead);
    assert.equal(startIn(t, PROGRAM).pid, ahead);
  });

  it('is not taken when it has ended before', async (t) => {
    const ahead = aheadIn(t);
    process.kill(ahead, 'SIGKILL');
    await until(() => !childrenOf(process.pid).includes(ahead), 'its end was noticed');
    const child = startIn(t, PROGRAM);
    assert.notEqual(child.pid, ahead);
    await once(child, 'spawn');
    assert.equal(child.exitCode, null);
  });

  it('has not loaded for as long as it has waited for its setup', async (t) => {
    aheadIn(t);
    const beganMs = monotonicMs();
    await until(() => monotonicMs() - beganMs > WAIT_MS, 'it has waited');
    let loadMs: number | null = null;
    const taken = new ConfinedProcess({
      ...PROGRAM,
      setup: null,
      memoryBytes: 400 * 1024 * 1024,
      niceness: 0,
      readable: [],
      onMessage: ({ header }) => {
        ({ loadMs } = header as ReadyHeader);
      },
      onEnd: () => {},
    });
    t.after(() => taken.kill('the test ends'));
    await until(() => loadMs !== null, 'it is ready');
    assert.ok(Number(loadMs) > 0 && Number(loadMs) < WAIT_MS, `${loadMs} ms`);
  });

  it('ends when nobody wants it', async (t) => {
    const ahead = aheadIn(t);
    dismissAhead();
    await until(() => !isAlive(ahead), 'it has ended');
    assert.notEqual(startIn(t, PROGRAM).pid, ahead);
  });
});
