import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Deadline, deadlineIn } from '../../../src/platform/base/deadline.ts';
import {
  type Permit,
  PrioritySemaphore,
  QUICK,
  type Refused,
  type Standing,
} from '../../../src/platform/queues/priority-semaphore.ts';

/** Long enough for every job that gets a permit. */
function later(): Deadline {
  return deadlineIn(5_000);
}

function semaphoreOf(permits: number, maxWaiting = 10): PrioritySemaphore {
  return new PrioritySemaphore({ parts: [permits], maxWaiting });
}

/** Enter where there is room. */
function acquireNow(semaphore: PrioritySemaphore, standing: Standing = QUICK): Permit {
  const permit = semaphore.acquire(standing, 0, later());
  assert.ok(!(permit instanceof Promise), 'there is room');
  return permit;
}

function party(name: string, rank = 0): Standing {
  return { rank, sharers: [name] };
}

/** Let everything that has been resolved go on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('PrioritySemaphore', () => {
  it('runs as many jobs as it has permits, and the next ones as they are due', async () => {
    const semaphore = semaphoreOf(2);
    const held = [acquireNow(semaphore), acquireNow(semaphore)];
    const order: string[] = [];
    const enter = async (name: string, dueMs: number): Promise<void> => {
      const permit = await semaphore.acquire(QUICK, dueMs, later());
      assert.ok(typeof permit !== 'string');
      order.push(name);
      held.push(permit);
    };
    const jobs = [enter('late', 30), enter('first', 10), enter('second', 10), enter('early', 5)];
    assert.equal(semaphore.waiting, 4);
    while (order.length < 4) {
      const permit = held.shift();
      assert.ok(permit !== undefined);
      semaphore.release(permit);
      await settled();
    }
    await Promise.all(jobs);
    assert.deepEqual(order, ['early', 'first', 'second', 'late']);
    assert.equal(semaphore.waiting, 0);
  });

  it('refuses jobs when the queue is full, and those whose turn does not come in time', async () => {
    const semaphore = semaphoreOf(1, 1);
    const permit = acquireNow(semaphore);
    const late = semaphore.acquire(QUICK, 0, deadlineIn(5));
    assert.equal(await semaphore.acquire(QUICK, 0, later()), 'full');
    assert.equal(await late, 'late');
    assert.equal(semaphore.waiting, 0);
    semaphore.release(permit);
    acquireNow(semaphore);
  });

  it('keeps permits free for better classes', async () => {
    const semaphore = new PrioritySemaphore({ parts: [4, 2, 1], maxWaiting: 10 });
    acquireNow(semaphore, { rank: 2, sharers: [] });
    const second = acquireNow(semaphore, { rank: 1, sharers: [] });
    const waiting = [1, 2].map((rank) => semaphore.acquire({ rank, sharers: [] }, 0, later()));
    acquireNow(semaphore);
    acquireNow(semaphore);
    assert.equal(semaphore.waiting, 2);
    semaphore.release(second);
    assert.ok(typeof (await waiting[0]) !== 'string');
    assert.equal(semaphore.waiting, 1, 'the worst class holds its part already');
  });

  it('leaves room for others beside a party that wants everything', () => {
    const semaphore = semaphoreOf(16, 100);
    for (let job = 0; job < 40; job += 1) void semaphore.acquire(party('greedy'), 0, later());
    assert.equal(semaphore.held, 11);
    for (const other of ['a', 'b', 'c', 'd', 'e']) acquireNow(semaphore, party(other));
    assert.equal(semaphore.held, 16);
  });

  it('makes room in a full queue for a job of a better class, and for one of a smaller crowd', async () => {
    const semaphore = semaphoreOf(1, 3);
    acquireNow(semaphore, party('running'));
    const slow = semaphore.acquire(party('slow', 1), 0, later());
    const crowd = [1, 2].map((dueMs) => semaphore.acquire(party('crowd'), dueMs, later()));
    void semaphore.acquire(party('quick'), 0, later());
    assert.equal(await slow, 'full');
    void semaphore.acquire(party('another'), 0, later());
    assert.equal(await crowd[1], 'full', 'the last of the crowd goes');
    assert.equal(await semaphore.acquire(party('crowd'), 0, later()), 'full');
  });

  it('says when a class that holds too much keeps better ones waiting', () => {
    const semaphore = new PrioritySemaphore({ parts: [2, 1], maxWaiting: 10 });
    const [first, second] = [acquireNow(semaphore), acquireNow(semaphore)];
    semaphore.demote(first, 1);
    semaphore.demote(second, 1);
    assert.equal(semaphore.overfull, null, 'nobody waits');
    void semaphore.acquire({ rank: 1, sharers: [] }, 0, later());
    assert.equal(semaphore.overfull, null, 'nobody who would have a permit');
    void semaphore.acquire(QUICK, 0, later());
    assert.equal(semaphore.overfull, 1);
    semaphore.release(second);
    assert.equal(semaphore.overfull, null);
  });

  it('lets a job go on that had a permit, whether one is free or not', async () => {
    const semaphore = semaphoreOf(1);
    semaphore.release(acquireNow(semaphore));
    const other = acquireNow(semaphore);
    const back = semaphore.force(QUICK);
    const next = semaphore.acquire(QUICK, 0, later());
    semaphore.release(back);
    assert.equal(semaphore.waiting, 1, 'one job still has its permit');
    semaphore.release(other);
    assert.ok(typeof (await next) !== 'string');
  });
});

const PARTS = [6, 4, 3, 1];
const SEEDS = 200;
const STEPS = 300;

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What the semaphore must hold, counted the plain way. */
class Model {
  readonly held: { readonly permit: Permit }[] = [];
  readonly waiting = new Set<Standing>();

  room(rank: number): number {
    const rooms = PARTS.slice(0, rank + 1).map(
      (part, at) => part - this.held.filter(({ permit }) => permit.rank >= at).length,
    );
    return Math.min(...rooms);
  }

  fits({ rank, sharers }: Standing): boolean {
    const room = this.room(rank);
    const shares = sharers.map(
      (name) => this.held.filter(({ permit }) => permit.sharers.includes(name)).length,
    );
    return room > 0 && shares.every((share) => share < 2 * room);
  }
}

/** Take a semaphore through a random history, and compare it with the model after every step. */
async function play(seed: number): Promise<void> {
  const random = numbers(seed);
  const semaphore = new PrioritySemaphore({ parts: PARTS, maxWaiting: 8 });
  const model = new Model();
  const enter = (): void => {
    const standing: Standing = { rank: random(4), sharers: [`screen ${random(5)}`, `host ${random(3)}`] };
    const note = (permit: Permit | Refused): void => {
      model.waiting.delete(standing);
      if (typeof permit !== 'string') model.held.push({ permit });
    };
    const fits = model.fits(standing);
    const outcome = semaphore.acquire(standing, random(100), later());
    assert.equal(outcome instanceof Promise, !fits, 'a job that fits runs at once');
    if (outcome instanceof Promise) {
      model.waiting.add(standing);
      void outcome.then(note);
    } else note(outcome);
  };
  const leave = (): void => {
    const [gone] = model.held.splice(random(model.held.length), 1);
    if (gone !== undefined) semaphore.release(gone.permit);
  };
  const actions = [
    enter,
    enter,
    leave,
    () => model.held.push({ permit: semaphore.force(party('back', random(4))) }),
    () => {
      const some = model.held[random(model.held.length)];
      if (some !== undefined) semaphore.demote(some.permit, random(4));
    },
    () => {
      const some = model.held[random(model.held.length)];
      if (some !== undefined) semaphore.join(some.permit, `host ${random(3)}`);
    },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    actions[random(actions.length)]?.();
    await settled();
    assert.equal(semaphore.held, model.held.length);
    assert.equal(semaphore.waiting, model.waiting.size);
    assert.ok(semaphore.waiting <= 8);
    assert.ok(![...model.waiting].some((standing) => model.fits(standing)), 'no job waits that fits');
  }
  while (model.held.length > 0) {
    leave();
    await settled();
  }
  assert.equal(semaphore.waiting, 0, 'every job had a turn');
  for (let permit = 0; permit < 6; permit += 1) acquireNow(semaphore, { rank: 0, sharers: [] });
  assert.equal(semaphore.held, 6, 'no permit is lost');
}

describe('a semaphore in random histories', () => {
  it('is what a plain count says, and has all its permits when all jobs have ended', async () => {
    for (let seed = 0; seed < SEEDS; seed += 1) await play(seed);
  });
});
