import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BackgroundLimiter } from '../../../src/engine/scheduling/background-limiter.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { until } from '../../support/waiting.ts';

/** When no test waits any more. */
const LATER = deadlineIn(600_000);

/** Work that ends when it is told to. */
function job(): { readonly work: () => Promise<string>; readonly end: () => void; started: boolean } {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const state = {
    started: false,
    end,
    work: async () => {
      state.started = true;
      await ended;
      return 'done';
    },
  };
  return state;
}

async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('BackgroundLimiter', () => {
  // The limiter itself does not keep a process alive.
  let alive: NodeJS.Timeout;
  before(() => {
    alive = setInterval(() => {}, 1000);
  });
  after(() => clearInterval(alive));

  it('runs as many jobs at a time as it is wide, the others in the order in which they came', async () => {
    const limiter = new BackgroundLimiter({ width: 2, maxWaiting: 9, waitMs: 60_000, queued: () => 0 });
    const jobs = [job(), job(), job(), job()];
    const results = jobs.map(({ work }) => limiter.run(work, LATER));
    await turns();
    assert.deepEqual(
      jobs.map(({ started }) => started),
      [true, true, false, false],
    );
    jobs[1]?.end();
    await until(() => jobs[2]?.started === true);
    assert.equal(jobs[3]?.started, false);
    for (const { end } of jobs) end();
    assert.deepEqual(await Promise.all(results), ['done', 'done', 'done', 'done']);
  });

  it('starts nothing while devices wait, and goes on when they are served', async () => {
    let [queued, asked] = [3, 0];
    const limiter = new BackgroundLimiter({
      width: 1,
      maxWaiting: 9,
      waitMs: 60_000,
      queued: () => {
        asked += 1;
        return queued;
      },
    });
    const one = job();
    const result = limiter.run(one.work, LATER);
    await until(() => asked > 3);
    assert.equal(one.started, false);
    queued = 0;
    await until(() => one.started);
    one.end();
    assert.equal(await result, 'done');
  });

  it('refuses jobs when too many wait, and those that waited too long', async () => {
    const limiter = new BackgroundLimiter({ width: 1, maxWaiting: 1, waitMs: 40, queued: () => 0 });
    const first = job();
    const running = limiter.run(first.work, LATER);
    const waiting = limiter.run(job().work, LATER);
    assert.equal(await limiter.run(job().work, LATER), null);
    assert.equal(await waiting, null);
    first.end();
    assert.equal(await running, 'done');
  });

  it('refuses a job at its own deadline, if that comes first', async () => {
    const limiter = new BackgroundLimiter({ width: 1, maxWaiting: 9, waitMs: 60_000, queued: () => 0 });
    const first = job();
    const running = limiter.run(first.work, LATER);
    const waiting = limiter.run(job().work, LATER);
    assert.equal(await limiter.run(job().work, deadlineIn(20)), null);
    first.end();
    assert.equal(await running, 'done');
    void waiting;
  });

  it('goes on after a job that failed', async () => {
    const limiter = new BackgroundLimiter({ width: 1, maxWaiting: 1, waitMs: 60_000, queued: () => 0 });
    await assert.rejects(limiter.run(() => Promise.reject(new Error('broken')), LATER));
    assert.equal(await limiter.run(() => Promise.resolve(7), LATER), 7);
  });
});
