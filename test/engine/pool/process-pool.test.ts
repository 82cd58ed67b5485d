import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { ProcessPool } from '../../../src/engine/pool/process-pool.ts';
import type { ProcessPoolOptions } from '../../../src/engine/pool/process-pool-options.ts';
import { type Deadline, deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { ProbeAnswer, ProbeJob } from '../../pictures/isolation/probe-process.ts';
import { isAlive } from '../../support/processes/processes.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { until } from '../../support/waiting.ts';

const MIB = 1024 * 1024;
const logs: LogLines = [];
const pools: ProcessPool<ProbeJob, ProbeAnswer>[] = [];
after(() => Promise.all(pools.map((pool) => pool.stop(0))));

function open(options: Partial<ProcessPoolOptions> = {}): ProcessPool<ProbeJob, ProbeAnswer> {
  const pool = new ProcessPool<ProbeJob, ProbeAnswer>({
    entry: new URL('../../pictures/isolation/probe-process.js', import.meta.url),
    minProcesses: 1,
    maxProcesses: 1,
    maxQueue: 10,
    timeoutCode: 'raster_timeout',
    setup: () => null,
    heapMb: 64,
    memoryBytes: 400 * MIB,
    keepBytes: 1024 * MIB,
    niceness: 0,
    log: createLogger('info', logInto(logs)),
    ...options,
  });
  pools.push(pool);
  return pool;
}

/** Long enough for every job that ends. */
function later(): Deadline {
  return deadlineIn(30_000);
}

const ECHO = { do: 'echo', text: 'hello', bytes: 3 } as const;

async function pidOf(pool: ProcessPool<ProbeJob, ProbeAnswer>): Promise<number> {
  const made = await pool.run(ECHO, 'an echo', later()).answer;
  assert.ok(made.ok, JSON.stringify(made));
  return made.value.pid;
}

const untilGone = (pid: number): Promise<unknown> => until(() => !isAlive(pid), `process ${pid} is gone`);

describe('a pool of processes', () => {
  it('answers with data and bytes, of any size', async () => {
    const pool = open();
    const text = 'ä\u0000𝄞'.repeat(100_000);
    const made = await pool.run({ do: 'echo', text, bytes: 5_000_000 }, 'an echo', later()).answer;
    assert.ok(made.ok);
    assert.equal(made.value.text, text);
    assert.equal(made.value.bytes?.length, 5_000_000);
    assert.ok(made.value.bytes?.every((byte) => byte === 7));
  });

  it('gives its processes nothing of the environment, and limits that the system keeps', async () => {
    const pool = open();
    const made = await pool.run({ do: 'facts' }, 'facts', later()).answer;
    assert.ok(made.ok);
    const facts = JSON.parse(made.value.text) as { env: string[] } & Record<
      'pid' | 'ppid' | 'codeRange',
      number
    >;
    const { env, pid, ppid, codeRange } = facts;
    assert.equal(ppid, process.pid);
    assert.deepEqual(
      // Its own: how much its allocators keep. Node itself hands on where coverage is written.
      env.filter((name) => !/^(?:(?:MI)?MALLOC_.+|UV_THREADPOOL_SIZE|NODE_V8_COVERAGE)$/.test(name)),
      [],
    );
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
    assert.match(limits, new RegExp(`Max data size +${400 * MIB + codeRange} `));
    assert.match(limits, /Max core file size +0 /);
    assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim(), '1000');
    assert.match(readFileSync(`/proc/${pid}/status`, 'utf8'), /NoNewPrivs:\s+1/);
  });

  it('lets its processes reach no network, no other program and no other process', async () => {
    const made = await open().run({ do: 'break out' }, 'an attempt', later()).answer;
    assert.ok(made.ok);
    assert.deepEqual(JSON.parse(made.value.text), { network: 'EPERM', program: 'EPERM', signal: 'EPERM' });
  });

  const durable = open();
  for (const [what, job, message] of [
    ['a stack overflow in native code', { do: 'crash natively' }, /ended unexpectedly/],
    ['an abort', { do: 'abort' }, /ended unexpectedly/],
    ['an error that nobody catches', { do: 'throw' }, /ended unexpectedly/],
    ['native memory without end', { do: 'fill native memory' }, /more memory than it may have|ended unex/],
    ['a heap without end', { do: 'fill the heap' }, /more memory than it may have/],
    ['a message of four gigabytes', { do: 'send nonsense', bytes: Array(16).fill(255) }, /ended unexp/],
    [
      'a message that is no JSON',
      { do: 'send nonsense', bytes: [0, 0, 0, 1, 0, 0, 0, 0, 120] },
      /ended unexpectedly/,
    ],
    [
      'a message of another kind',
      { do: 'send nonsense', bytes: [0, 0, 0, 4, 0, 0, 0, 0, ...Buffer.from('null')] },
      /ended unexpectedly/,
    ],
    ['garbage without end', { do: 'send garbage without end' }, /ended unexpectedly/],
  ] as const satisfies readonly (readonly [string, ProbeJob, RegExp])[]) {
    it(`loses only the job to ${what}`, async () => {
      // The process that one job leaves behind is the one that the next job takes down.
      const pool = durable;
      const before = await pidOf(pool);
      logs.length = 0;
      const log = createLogger('info', logInto(logs)).child({ requestId: 'abc' });
      const bad = pool.run(job, 'the bad job', later(), log).answer;
      const next = pool.run(ECHO, 'the next job', later()).answer;
      const made = await bad;
      assert.ok(!made.ok);
      assert.equal(made.error.code, 'worker_lost');
      assert.match(made.error.message, message);
      const after = await next;
      assert.ok(after.ok && after.value.pid !== before);
      const line = logs.find(({ msg }) => msg === 'a worker process was lost');
      assert.equal(line?.['requestId'], 'abc');
    });
  }

  it('tells why processes are lost, and of none that has only done its work', async () => {
    const lost: string[] = [];
    const pool = open({ keepBytes: 150 * MIB, onLost: (why) => lost.push(why) });
    const run = (job: ProbeJob, deadline = later()): Promise<unknown> =>
      pool.run(job, 'a job', deadline).answer;
    await run({ do: 'hold memory' });
    await run({ do: 'abort' });
    await run({ do: 'fill the heap' });
    await pidOf(pool);
    await run({ do: 'spin' }, deadlineIn(500));
    await pidOf(pool);
    process.kill(await pidOf(pool), 'SIGKILL');
    await until(() => lost.length > 3, 'the process that was killed is missed');
    await pidOf(pool);
    await pool.stop(0);
    assert.deepEqual(lost, ['crash', 'memory', 'deadline', 'crash']);
  });

  it('kills a process at the deadline of its job, in the midst of whatever it does', async () => {
    const pool = open();
    const pid = await pidOf(pool);
    const made = await pool.run({ do: 'spin' }, 'a spinning job', deadlineIn(2_000)).answer;
    assert.deepEqual(made, {
      ok: false,
      error: { code: 'raster_timeout', message: 'a spinning job gave no result within 2 seconds' },
    });
    await untilGone(pid);
    assert.notEqual(await pidOf(pool), pid);
  });

  it('ends a cancelled job with the failure that it is given', async () => {
    const pool = open();
    await pidOf(pool);
    const running = pool.run({ do: 'spin' }, 'a spinning job', later());
    const waiting = pool.run(ECHO, 'a waiting job', later());
    const failure = { code: 'overloaded', message: 'not today' } as const;
    waiting.cancel(failure);
    running.cancel(failure);
    for (const job of [running, waiting]) assert.deepEqual(await job.answer, { ok: false, error: failure });
    await pidOf(pool);
  });

  it('replaces a process that holds much memory after its job', async () => {
    const pool = open({ keepBytes: 150 * MIB });
    const pid = await pidOf(pool);
    const made = await pool.run({ do: 'hold memory' }, 'a large job', later()).answer;
    assert.ok(made.ok);
    assert.notEqual(await pidOf(pool), pid);
    await untilGone(pid);
  });

  it('refuses a job when its line is full', async () => {
    const pool = open({ maxQueue: 1 });
    await pidOf(pool);
    const running = pool.run({ do: 'spin' }, 'a spinning job', later());
    const waiting = pool.run(ECHO, 'a waiting job', later());
    const refused = await pool.run(ECHO, 'one too many', later()).answer;
    assert.ok(!refused.ok && refused.error.code === 'overloaded');
    running.cancel({ code: 'overloaded', message: 'enough' });
    assert.ok((await waiting.answer).ok);
  });

  it('tells when a process is gone, so that what it had can be removed', async () => {
    const gone: number[] = [];
    const started: number[] = [];
    const pool = open({
      setup: (number) => started.push(number),
      onGone: (number) => gone.push(number),
    });
    await pidOf(pool);
    await pool.run({ do: 'abort' }, 'an abort', later()).answer;
    await pidOf(pool);
    await pool.stop(0);
    assert.deepEqual(gone, started);
  });

  it('lets what runs finish when it stops, and gives up on it after the grace', async () => {
    const pool = open();
    const pid = await pidOf(pool);
    const last = pool.run(ECHO, 'the last job', later()).answer;
    const stuck = pool.run({ do: 'spin' }, 'a spinning job', later()).answer;
    await pool.stop(500);
    assert.ok((await last).ok);
    assert.ok(!(await stuck).ok);
    await untilGone(pid);
    assert.equal(pool.size, 0);
  });

  it('starts a second process for jobs that wait, and none for two that meet by chance', async () => {
    const pool = open({ maxProcesses: 2 });
    await pidOf(pool);
    await Promise.all([pidOf(pool), pidOf(pool)]);
    assert.equal(pool.size, 1);
    const spinning = pool.run({ do: 'spin' }, 'a spinning job', later());
    await pidOf(pool);
    assert.equal(pool.size, 2);
    spinning.cancel({ code: 'overloaded', message: 'enough' });
  });

  it('starts its first process with the first job where it keeps none ready', async () => {
    const pool = open({ minProcesses: 0, maxProcesses: 2 });
    assert.equal(pool.size, 0);
    await pidOf(pool);
    assert.equal(pool.size, 1);
  });

  it('does not start processes in a tight loop when they cannot start', async () => {
    const pool = open({ entry: new URL('./no-such-file.js', import.meta.url) });
    logs.length = 0;
    const made = await pool.run(ECHO, 'a job', deadlineIn(1_500)).answer;
    assert.ok(!made.ok && made.error.code === 'raster_timeout');
    const ends = logs.filter(({ msg }) => msg === 'a worker process ended').length;
    assert.ok(ends >= 1 && ends <= 6, String(ends));
  });
});
