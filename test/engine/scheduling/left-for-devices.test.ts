/** However strangers and admins crowd the threads together, a device with an entry, or one that a group adopted, finds one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ComposeScheduler } from '../../../src/engine/scheduling/compose-scheduler.ts';
import { Slot } from '../../../src/engine/scheduling/slot.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { Party } from '../../../src/platform/base/party-shares.ts';
import { PrioritySemaphore, type Standing } from '../../../src/platform/queues/priority-semaphore.ts';
import { randomNumbers } from '../../support/random.ts';
import { logInto } from '../../support/server/log-lines.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const random = randomNumbers(SEED);
const ROUNDS = 300;
const log = createLogger('error', logInto([]));
const OTHERS: readonly Party[] = ['stranger', 'admin'];
const KNOWN: readonly Party[] = ['entry', 'adopted'];

function pick<T>(items: readonly T[]): T {
  return items[random(items.length)] as T;
}

/** Let everything that has been resolved go on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Take permits for strangers and admins, of whatever class; some turn out to be slower, some end. */
function hold(semaphore: PrioritySemaphore, standing: () => Standing): void {
  for (let job = 0; job < 40; job++) {
    const permit = semaphore.acquire(standing(), 0, deadlineIn(60_000), pick(OTHERS));
    if (permit instanceof Promise) continue;
    if (random(3) === 0) semaphore.demote(permit, random(4));
    if (random(4) === 0) semaphore.release(permit);
  }
}

describe(`permits that strangers and admins share (STIPPLE_SEED=${SEED})`, () => {
  it('are one fewer than there are, whatever the classes of their jobs turn out to be', () => {
    for (let round = 0; round < ROUNDS; round++) {
      const permits = 2 + random(7);
      const parts = [permits, ...Array.from({ length: 3 }, () => 1 + random(permits))].sort((a, b) => b - a);
      const semaphore = new PrioritySemaphore({ parts, maxWaiting: 1_000 });
      const standing = () => ({ rank: random(4), sharers: [`screen ${random(20)}`] });
      hold(semaphore, standing);
      const known = semaphore.acquire(standing(), 0, deadlineIn(60_000), pick(KNOWN));
      assert.ok(!(known instanceof Promise), `round ${round}: ${JSON.stringify({ parts })}`);
    }
  });
});

type Acquire = (screen: string, party: Party) => Promise<Slot | string>;

/** Have two screens known as quick, for every party. */
async function learn(acquire: Acquire): Promise<void> {
  for (const party of [...KNOWN, ...OTHERS]) {
    for (const screen of ['quick', 'also quick']) {
      const slot = await acquire(screen, party);
      assert.ok(slot instanceof Slot);
      slot.release('done');
    }
  }
}

/** Take all that strangers and admins can get; some of their jobs turn out to be slow. */
async function crowd(acquire: Acquire): Promise<void> {
  for (let job = 0; job < 30; job++) {
    const screen = pick(['quick', 'also quick', `new ${random(20)}`]);
    void acquire(screen, pick(OTHERS)).then((slot) => {
      if (slot instanceof Slot && random(3) === 0) slot.demote(random(5));
    });
    if (random(3) === 0) await settled();
  }
}

describe(`threads that strangers and admins share (STIPPLE_SEED=${SEED})`, () => {
  it('leave one for a known device, be its screen quick, slow or new', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const threads = { front: 1 + random(4), back: 1 + random(4) };
      const scheduler = new ComposeScheduler({ threads, cores: 1 + random(4) });
      const acquire = (screen: string, party: Party) =>
        scheduler.acquire(screen, deadlineIn(60_000), log, undefined, { party });
      await learn(acquire);
      await crowd(acquire);
      await settled();
      let got: Slot | string = 'nothing';
      void acquire(pick(['quick', 'of its own']), pick(KNOWN)).then((slot) => {
        got = slot;
      });
      await settled();
      assert.ok((got as Slot | string) instanceof Slot, `round ${round}: ${JSON.stringify(threads)}`);
    }
  });
});
