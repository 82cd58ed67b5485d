import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RANK, type RunEnding } from '../../../src/engine/scheduling/screen-costs.ts';
import { ScriptClock } from '../../../src/engine/scheduling/script-clock.ts';
import { Slot } from '../../../src/engine/scheduling/slot.ts';
import { type Deadline, deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { PrioritySemaphore, QUICK } from '../../../src/platform/queues/priority-semaphore.ts';
import { logInto } from '../../support/server/log-lines.ts';

const log = createLogger('error', logInto([]));

/** A slot beside others of the same kind: one turn for all, one of them slow. */
function open(rank: number, deadline: Deadline = deadlineIn(60_000)) {
  const threads = new PrioritySemaphore({ parts: [9, 9, 9, 9, 9], maxWaiting: 9 });
  const turns = new PrioritySemaphore({ parts: [1, 1], maxWaiting: 9 });
  const ends: RunEnding[] = [];
  const slot = new Slot({
    ...{
      screen: 'local/clock',
      party: 'entry',
      side: 'front',
      deadline,
      log,
      clock: new ScriptClock(),
      threads,
      turns,
    },
    thread: threads.force({ rank, sharers: ['screen local/clock'] }),
    turn: turns.force(QUICK),
    onRelease: (_, end) => ends.push(end),
  });
  return { slot, threads, turns, ends };
}

/** An answer that comes when it is told to. */
function answer(): { readonly coming: Promise<string>; readonly come: () => void } {
  let come: () => void = () => {};
  const coming = new Promise<string>((resolve) => {
    come = () => resolve('an answer');
  });
  return { coming, come };
}

describe('a slot', () => {
  it('holds a thread and a turn until it is released', () => {
    const { slot, threads, turns, ends } = open(RANK.alone);
    assert.deepEqual([threads.held, turns.held], [1, 1]);
    slot.release('done');
    assert.deepEqual([threads.held, turns.held, slot.rank], [0, 0, null]);
    assert.deepEqual(ends, ['done']);
  });

  it('gives its turn away while the job waits, and takes it again with the answer', async () => {
    const { slot, threads, turns } = open(RANK.alone);
    const { coming, come } = answer();
    const waiting = slot.pauseFor('host:80', () => coming);
    assert.deepEqual([threads.held, turns.held, slot.isWaiting], [1, 0, true]);
    come();
    assert.equal(await waiting, 'an answer');
    assert.deepEqual([turns.held, slot.isWaiting], [1, false]);
  });

  it('counts what the job asked, and how long it waited', async () => {
    const { slot } = open(RANK.alone);
    assert.equal(slot.usage.asked, false);
    // biome-ignore lint/style/noRestrictedGlobals: what is measured is the time of a wait.
    await slot.pauseFor('host:80', () => new Promise<null>((resolve) => setTimeout(resolve, 30, null)));
    const { asked, hosts, waitedMs } = slot.usage;
    assert.deepEqual([asked, [...hosts], slot.rank], [true, ['host:80'], RANK.quick]);
    assert.ok(waitedMs >= 29, String(waitedMs));
  });

  it('lets a slow job wait for its turn, which does not count as its own wait', async () => {
    const { slot, turns } = open(RANK.slow);
    const waiting = slot.yieldTurn();
    const other = turns.force(QUICK);
    assert.equal(await Promise.race([waiting, Promise.resolve('still waiting')]), 'still waiting');
    turns.release(other);
    assert.equal(await waiting, true);
    assert.equal(slot.usage.waitedMs, 0);
  });

  it('ends a job whose turn does not come before its deadline', async () => {
    const { slot, turns } = open(RANK.slow, deadlineIn(10));
    const { coming, come } = answer();
    const waiting = slot.pauseFor(null, () => coming);
    turns.force(QUICK);
    come();
    assert.equal(await waiting, null);
  });

  it('that is evicted wakes its job to end, and gives its thread to others at once', async () => {
    const { slot, threads, turns } = open(RANK.slow);
    const { coming, come } = answer();
    const waiting = slot.pauseFor('host:80', () => coming);
    slot.evict();
    assert.equal(threads.held, 0);
    assert.equal(await waiting, null);
    come();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(turns.held, 0, 'a late answer gives no turn');
    slot.release('running');
    assert.deepEqual([threads.held, turns.held], [0, 0]);
  });

  it('of a script that computes for long goes behind quick ones', () => {
    const { slot } = open(RANK.alone);
    slot.clock.start();
    const end = performance.now() + 230;
    while (performance.now() < end);
    slot.tick();
    assert.equal(slot.rank, RANK.slow);
  });
});
