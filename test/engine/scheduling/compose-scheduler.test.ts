import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ComposeScheduler } from '../../../src/engine/scheduling/compose-scheduler.ts';
import type { RunEnding } from '../../../src/engine/scheduling/screen-costs.ts';
import { Slot } from '../../../src/engine/scheduling/slot.ts';
import { type Deadline, deadlineIn } from '../../../src/platform/base/deadline.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { logInto } from '../../support/server/log-lines.ts';

const log = createLogger('error', logInto([]));

function later(): Deadline {
  return deadlineIn(60_000);
}

/** A deadline that leaves almost no time to wait. */
function soon(): Deadline {
  return deadlineIn(LIMITS.composeReserveMs + 20);
}

function schedulerOf(front: number, back: number): ComposeScheduler {
  return new ComposeScheduler({ threads: { front, back }, cores: 4 });
}

async function acquire(scheduler: ComposeScheduler, screen: string, deadline = later()): Promise<Slot> {
  const slot = await scheduler.acquire(screen, deadline, log);
  assert.ok(slot instanceof Slot, String(slot));
  return slot;
}

/** Run a screen once, so that the scheduler knows it. */
async function runOnce(scheduler: ComposeScheduler, screen: string, end: RunEnding): Promise<void> {
  (await acquire(scheduler, screen)).release(end);
}

describe('the scheduler of compose jobs', () => {
  it('runs new screens at the back, and those that were quick in front', async () => {
    const scheduler = schedulerOf(2, 2);
    const first = await acquire(scheduler, 'clock');
    assert.equal(first.side, 'back');
    first.release('done');
    assert.equal((await acquire(scheduler, 'clock')).side, 'front');
  });

  it('runs everything in front where there are no other threads', async () => {
    assert.equal((await acquire(schedulerOf(1, 0), 'new')).side, 'front');
  });

  it('moves a waiting job to the front when another run shows that its screen is quick', async () => {
    const scheduler = schedulerOf(1, 1);
    const first = await acquire(scheduler, 'clock');
    const second = acquire(scheduler, 'clock');
    assert.equal(scheduler.waiting, 1);
    first.release('done');
    assert.equal((await second).side, 'front');
    assert.equal((await acquire(scheduler, 'other')).side, 'back', 'its thread at the back is free again');
  });

  it('refuses a job that would have no time left to run, and counts it', async () => {
    const scheduler = schedulerOf(1, 1);
    await acquire(scheduler, 'a');
    assert.equal(await scheduler.acquire('b', soon(), log), 'late');
    assert.deepEqual(scheduler.turnedAway, { full: 0, late: 1, ended: 0 });
    assert.equal(scheduler.waiting, 0);
  });

  it('refuses jobs when the queue is full', async () => {
    const scheduler = schedulerOf(1, 1);
    const running = await acquire(scheduler, 'a');
    const waiting = Array.from({ length: LIMITS.composeQueue }, () => scheduler.acquire('a', soon(), log));
    assert.equal(await scheduler.acquire('a', soon(), log), 'full');
    running.release('done');
    for (const outcome of waiting) {
      const slot = await outcome;
      if (slot instanceof Slot) slot.release('done');
    }
  });

  it('ends a job that waits and has become slow, when a quick one needs its thread', async () => {
    const scheduler = schedulerOf(4, 4);
    const screens = ['a', 'b', 'c', 'd', 'e', 'quick'];
    for (const screen of screens) await runOnce(scheduler, screen, 'done');
    const slots = await Promise.all(screens.slice(0, 4).map((screen) => acquire(scheduler, screen)));
    const waits = slots.map((slot) => slot.pauseFor('host:80', () => new Promise(() => {})));
    for (const slot of slots) slot.demote(4);
    const quick = await acquire(scheduler, 'quick');
    assert.equal(quick.side, 'front');
    assert.equal(scheduler.turnedAway.ended, 1);
    assert.equal(await waits[0], null, 'the oldest goes first');
  });
});
