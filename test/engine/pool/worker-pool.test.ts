import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, describe, it } from 'node:test';
import { type PoolOptions, WorkerPool } from '../../../src/engine/pool/worker-pool.ts';
import { type Deadline, deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { until } from '../../support/waiting.ts';
import type { ThreadJob } from './probe-thread.ts';

const logs: LogLines = [];
const pools: WorkerPool<ThreadJob, number>[] = [];
after(() => Promise.all(pools.map((pool) => pool.stop(0))));

function open(options: Partial<PoolOptions> = {}): WorkerPool<ThreadJob, number> {
  const pool = new WorkerPool<ThreadJob, number>({
    filename: new URL('./probe-thread.js', import.meta.url),
    minThreads: 1,
    maxThreads: 1,
    maxQueue: 10,
    graceMs: 0,
    timeoutCode: 'raster_timeout',
    workerData: () => null,
    log: createLogger('info', logInto(logs)),
    heapMb: 32,
    ...options,
  });
  pools.push(pool);
  return pool;
}

/** Long enough for every job that ends. */
function later(): Deadline {
  return deadlineIn(30_000);
}

/** The thread that does the next job. */
async function threadOf(pool: WorkerPool<ThreadJob, number>): Promise<number> {
  const made = await pool.run('echo', 'an echo', later()).answer;
  assert.ok(made.ok, JSON.stringify(made));
  return made.value;
}

describe('a pool of threads', () => {
  it('counts the job that its first thread was given before it was loaded as one that waits', async () => {
    let waiting = new Int32Array(new SharedArrayBuffer(4));
    const pool = open({
      workerData: (shared) => {
        waiting = new Int32Array(shared);
        return null;
      },
    });
    await pool.start();
    const { answer } = pool.run('echo', 'an echo', later());
    await until(() => Atomics.load(waiting, 0) === 1, 'it waits');
    assert.ok((await answer).ok);
    await until(() => Atomics.load(waiting, 0) === 0, 'nothing waits');
  });

  it('keeps its threads from job to job', async () => {
    const pool = open();
    await pool.start();
    assert.equal(pool.size, 1);
    assert.equal(await threadOf(pool), await threadOf(pool));
  });

  it('ends a thread at the deadline of its job, and some time later where it may end by itself', async () => {
    const pool = open({ graceMs: 700 });
    const thread = await threadOf(pool);
    const start = performance.now();
    const made = await pool.run('spin', 'a spinning job', deadlineIn(500)).answer;
    const ms = performance.now() - start;
    assert.deepEqual(made, {
      ok: false,
      error: { code: 'raster_timeout', message: 'a spinning job gave no result within 0.5 seconds' },
    });
    assert.ok(ms >= 1_190, String(ms));
    assert.notEqual(await threadOf(pool), thread);
  });

  it('gives up a job that still waits at its deadline', async () => {
    const pool = open();
    await threadOf(pool);
    const running = pool.run('spin', 'a spinning job', later());
    const waiting = await pool.run('echo', 'a waiting job', deadlineIn(50)).answer;
    assert.ok(!waiting.ok && waiting.error.code === 'raster_timeout');
    running.cancel({ code: 'overloaded', message: 'enough' });
    assert.deepEqual(await running.answer, { ok: false, error: { code: 'overloaded', message: 'enough' } });
  });

  it('loses only the job to an error, and to a heap without end', async () => {
    const pool = open();
    const lost = async (job: ThreadJob): Promise<string> => {
      const made = await pool.run(job, 'a bad job', later()).answer;
      assert.ok(!made.ok && made.error.code === 'worker_lost');
      return made.error.message;
    };
    assert.match(await lost('throw'), /stopped unexpectedly/);
    assert.match(await lost('fill the heap'), /more memory than it may have/);
    await threadOf(pool);
    assert.ok(logs.some(({ msg }) => msg === 'a worker thread was lost'));
  });

  it('tells why threads are lost, and of none whose job still waited', async () => {
    const lost: string[] = [];
    const pool = open({ onLost: (why) => lost.push(why) });
    await threadOf(pool);
    const spinning = pool.run('spin', 'a spinning job', later());
    await pool.run('echo', 'a waiting job', deadlineIn(50)).answer;
    assert.deepEqual(lost, []);
    spinning.cancel({ code: 'script_timeout', message: 'too much CPU' });
    await spinning.answer;
    await threadOf(pool);
    await pool.run('spin', 'a spinning job', deadlineIn(500)).answer;
    await pool.run('throw', 'a bad job', later()).answer;
    await pool.run('fill the heap', 'a bad job', later()).answer;
    await threadOf(pool);
    const enough = pool.run('spin', 'a spinning job', later());
    enough.cancel({ code: 'overloaded', message: 'enough' });
    await enough.answer;
    assert.deepEqual(lost, ['cpu_limit', 'deadline', 'crash', 'memory']);
  });

  it('refuses a job when its queue is full', async () => {
    const pool = open({ maxQueue: 1 });
    await threadOf(pool);
    const jobs = [1, 2].map(() => pool.run('spin', 'a spinning job', later()));
    await new Promise((resolve) => setImmediate(resolve));
    const refused = await pool.run('echo', 'one too many', later()).answer;
    assert.ok(!refused.ok && refused.error.code === 'overloaded');
    for (const job of jobs) job.cancel({ code: 'overloaded', message: 'enough' });
    await Promise.all(jobs.map(({ answer }) => answer));
  });

  it('starts no more threads than jobs run at the same time, and one a core to spare', async () => {
    const pool = open({ maxThreads: 16, maxQueue: 1_000 });
    const devices = Array.from({ length: 2 }, async () => {
      for (let turn = 0; turn < 300; turn += 1) await threadOf(pool);
    });
    await Promise.all(devices);
    assert.ok(pool.size <= 2 + availableParallelism(), String(pool.size));
  });

  it('gives up what still runs when it stops', async () => {
    const pool = open();
    await threadOf(pool);
    const stuck = pool.run('spin', 'a spinning job', later()).answer;
    await pool.stop(100);
    assert.ok(!(await stuck).ok);
  });
});
