/** Workers that take the place of others while jobs run, and those that are given up before. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { JobPool } from '../../../src/engine/pool/job-pool.ts';
import { prepareSuccessor, RenewablePool, type Successor } from '../../../src/engine/pool/renewable-pool.ts';
import { WorkerPool } from '../../../src/engine/pool/worker-pool.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import type { Failure } from '../../../src/platform/base/failure.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { logInto } from '../../support/server/log-lines.ts';
import { until } from '../../support/waiting.ts';
import type { ThreadJob } from './probe-thread.ts';

type Probe = JobPool<ThreadJob, number>;

const pools: Probe[] = [];
after(() => Promise.all(pools.map((pool) => pool.stop(0))));

const NEVER = new AbortController().signal;

function openThread(): Probe {
  const pool = new WorkerPool<ThreadJob, number>({
    filename: new URL('./probe-thread.js', import.meta.url),
    minThreads: 1,
    maxThreads: 1,
    maxQueue: 10,
    graceMs: 0,
    timeoutCode: 'raster_timeout',
    workerData: () => null,
    log: createLogger('silent', logInto([])),
    heapMb: 32,
  });
  pools.push(pool);
  return pool;
}

async function openRenewable(): Promise<RenewablePool<ThreadJob, number>> {
  const pool = new RenewablePool(openThread());
  pools.push(pool);
  await pool.start();
  return pool;
}

/** The thread that does a job. */
async function threadOf(pool: Probe, job: ThreadJob = 'echo'): Promise<number> {
  const made = await pool.run(job, 'a probe', deadlineIn(30_000)).answer;
  assert.ok(made.ok, JSON.stringify(made));
  return made.value;
}

async function provenBy(job: ThreadJob, pool: Probe): Promise<Failure | null> {
  const made = await pool.run(job, 'a probe', deadlineIn(30_000)).answer;
  return made.ok ? null : made.error;
}

async function prepare(pool: RenewablePool<ThreadJob, number>): Promise<Successor> {
  const by = openThread();
  const prepared = await prepareSuccessor([{ pool, by }], () => provenBy('echo', by), NEVER);
  assert.ok(prepared.ok, JSON.stringify(prepared));
  return prepared.value;
}

describe('the successor of workers', () => {
  it('gets the jobs from then on, while those that run finish where they began', async () => {
    const pool = await openRenewable();
    const first = await threadOf(pool);
    const successor = await prepare(pool);
    const [running, waiting] = [threadOf(pool, 'work'), threadOf(pool)];
    const retired = successor.takeOver();
    const next = await threadOf(pool);
    assert.notEqual(next, first);
    assert.equal(pool.size, 2);
    assert.deepEqual([await running, await waiting], [first, first]);
    await retired;
    assert.equal(pool.size, 1);
    assert.equal(await threadOf(pool), next);
  });

  it('leaves the workers as they were when it is discarded', async () => {
    const pool = await openRenewable();
    const first = await threadOf(pool);
    await (await prepare(pool)).discard();
    assert.equal(await threadOf(pool), first);
    assert.equal(pool.size, 1);
  });

  it('is none where it does not work, for which the failure is given', async () => {
    const pool = await openRenewable();
    const first = await threadOf(pool);
    const by = openThread();
    const prepared = await prepareSuccessor([{ pool, by }], () => provenBy('throw', by), NEVER);
    assert.ok(!prepared.ok && prepared.error.code === 'worker_lost', JSON.stringify(prepared));
    const broken = await prepareSuccessor(
      [{ pool, by: openThread() }],
      () => Promise.reject(new Error('no memory')),
      NEVER,
    );
    assert.deepEqual(broken, { ok: false, error: { code: 'worker_lost', message: 'no memory' } });
    assert.equal(await threadOf(pool), first);
  });

  it('is none once it is aborted', async () => {
    const pool = await openRenewable();
    const by = openThread();
    const stopping = new AbortController();
    const prepared = prepareSuccessor([{ pool, by }], () => provenBy('spin', by), stopping.signal);
    stopping.abort();
    assert.equal((await prepared).ok, false);
    assert.equal(by.size, 0);
  });

  it('ends with those before it when the pool is stopped', async () => {
    const pool = await openRenewable();
    await threadOf(pool);
    const spinning = pool.run('spin', 'a spinning job', deadlineIn(30_000)).answer;
    const retired = (await prepare(pool)).takeOver();
    await threadOf(pool);
    await pool.stop(0);
    assert.equal((await spinning).ok, false);
    await retired;
    await until(() => pool.size === 0, 'all threads have ended');
    assert.equal(pool.queued, 0);
  });
});
