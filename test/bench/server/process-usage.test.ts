import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { describe, it, type TestContext } from 'node:test';
import { mainThreadMs, memoryOf, usageMeter } from '../../../src/bench/server/process-usage.ts';
import { childrenOf, isAlive, residentMb } from '../../support/processes/processes.ts';
import { until } from '../../support/waiting.ts';

/** A program that starts another one; each computes, then holds memory and waits. */
const PROGRAM = `
  const { spawn } = require('node:child_process');
  const [, seconds, megabytes, depth] = process.argv.map(Number);
  if (depth > 0) spawn(process.execPath, ['-e', process.env.PROGRAM, seconds, megabytes, depth - 1], { stdio: 'ignore' });
  const begin = process.cpuUsage();
  while (process.cpuUsage(begin).user < seconds * 1e6);
  const held = Buffer.alloc(megabytes * 2 ** 20, 1);
  setInterval(() => held.length, 1000);
`;

function startFamily(t: TestContext, depth: number): ChildProcess {
  const child = spawn(process.execPath, ['-e', PROGRAM, '0.5', '64', String(depth)], {
    stdio: 'ignore',
    env: { PROGRAM },
    detached: true,
  });
  t.after(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // They have ended.
    }
  });
  return child;
}

describe('the use of a process', () => {
  it('has the time and the memory of its children in it, also of those that have ended, and counts shared pages in each process, or in parts', async (t) => {
    const child = startFamily(t, 1);
    const pid = child.pid ?? assert.fail('not started');
    await until(() => (usageMeter(pid)()?.mb ?? 0) > 128 && (usageMeter(pid)()?.cpuSeconds ?? 0) >= 0.95);
    const usage = usageMeter(pid);
    const both = usage() ?? assert.fail('not on this system');
    const [grandchild = assert.fail('no child')] = childrenOf(pid);
    const resident = residentMb(pid) + residentMb(grandchild);
    assert.ok(both.mb > 128 && both.mb <= resident * 1.05, `${both.mb} of ${resident} MB`);

    const { rssMb, pssMb } = memoryOf(pid);
    assert.ok(pssMb > 128, `${pssMb} MB`);
    assert.ok(rssMb > pssMb + 10, `${rssMb} and ${pssMb} MB`);
    assert.deepEqual(memoryOf(0), { rssMb: 0, pssMb: 0 });

    process.kill(grandchild, 'SIGKILL');
    await until(() => !isAlive(grandchild));
    const one = await until(() => {
      const now = usage();
      return now !== null && now.mb < both.mb - 60 && now;
    });
    assert.ok(one.cpuSeconds >= both.cpuSeconds);
    assert.ok((usageMeter(pid)()?.cpuSeconds ?? 0) >= 0.95, 'a fresh look counts it as well');
  });

  it('has the processor time of its main thread, which others do not change, and stays what it was when the process is gone', async (t) => {
    const child = startFamily(t, 0);
    const pid = child.pid ?? assert.fail('not started');
    const main = await until(() => mainThreadMs(pid) > 450 && mainThreadMs(pid));
    const all = (usageMeter(pid)()?.cpuSeconds ?? 0) * 1000;
    assert.ok(main <= all + 20, `${main} of ${all} ms`);
    assert.ok(Number.isNaN(mainThreadMs(0)));

    const usage = usageMeter(pid);
    const before = await until(() => usage());
    child.kill('SIGKILL');
    await until(() => !isAlive(pid));
    const after = usage();
    assert.ok(after !== null && after.cpuSeconds >= before.cpuSeconds);
    assert.equal(usageMeter(0)(), null, 'no process');
  });
});
