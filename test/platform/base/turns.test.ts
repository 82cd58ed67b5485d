import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/platform/base/errors.ts';
import { type LongWork, Turns, WAITING_PER_PARTY } from '../../../src/platform/base/turns.ts';

/** Work of so many slices that notes each of them. */
function slices(count: number, note: () => void): (turns: LongWork) => Promise<void> {
  return async (turns) => {
    for (let n = 0; n < count; n++) {
      note();
      await turns.next();
    }
  };
}

describe('long work of the main thread', () => {
  it('has one slice in a turn, in rotation of the parties, whoever has the most', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const greedy = Array.from({ length: 5 }, () =>
      turns.run(
        'greedy',
        slices(4, () => order.push('greedy')),
      ),
    );
    await Promise.all([
      ...greedy,
      turns.run(
        'modest',
        slices(4, () => order.push('modest')),
      ),
    ]);
    assert.equal(order.length, 24);
    // While both have work, they take turns.
    assert.ok(order.lastIndexOf('modest') <= 8, order.join(' '));
  });

  it('lets the event loop run between two slices', async () => {
    const turns = new Turns();
    let loops = 0;
    let isOver = false;
    const count = (): void => {
      loops += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        turns.run(
          `party ${n}`,
          slices(3, () => undefined),
        ),
      ),
    );
    isOver = true;
    assert.ok(loops >= 30, `${loops} turns of the event loop`);
  });

  it('is over once it has had its slice, until its next', () =>
    new Turns().run('one', async (turns) => {
      const began = performance.now();
      while (!turns.isOver) assert.ok(performance.now() - began < 60_000);
      await turns.next();
      assert.equal(turns.isOver, false);
    }));

  it('is refused to a party that has too much of it, which hinders no other, and given again afterwards', async () => {
    const turns = new Turns();
    let done = 0;
    const work = slices(2, () => {
      done += 1;
    });
    const most = WAITING_PER_PARTY;
    const running = Array.from({ length: most }, () => turns.run('viewer', work));
    const refused = (error: unknown): boolean => error instanceof AppError && error.code === 'overloaded';
    await assert.rejects(turns.run('viewer', work), refused);
    await turns.run('other', work);
    await Promise.all(running);
    await turns.run('viewer', work);
    assert.equal(done, 2 * (most + 2));
  });

  it('is no longer counted once it has failed', async () => {
    const turns = new Turns();
    for (let n = 0; n < 2 * WAITING_PER_PARTY; n++) {
      await assert.rejects(
        turns.run('one', () => Promise.reject(new Error('failed'))),
        /failed/,
      );
    }
  });
});
