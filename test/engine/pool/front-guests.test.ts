import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { FrontGuests } from '../../../src/engine/pool/front-guests.ts';
import type { Side, Slot } from '../../../src/engine/scheduling/slot.ts';

describe('guests of the front', () => {
  let back: { size: number };
  let running: Map<number, { readonly slot: Slot }>;
  let guests: FrontGuests;

  beforeEach(() => {
    back = { size: 0 };
    running = new Map();
    guests = new FrontGuests({ front: { size: 1 }, back }, running, true);
  });

  function run(jobId: number, side: Side): Side {
    const place = guests.place(jobId, side);
    running.set(jobId, { slot: { side } as Slot });
    return place;
  }

  it('are taken one at a time, and jobs of the front always run there', () => {
    assert.deepEqual([run(1, 'back'), run(2, 'back'), run(3, 'front')], ['front', 'back', 'front']);
  });

  it('are taken again when one has left and nothing runs in front', () => {
    run(1, 'back');
    running.delete(1);
    guests.leave(1);
    assert.equal(run(2, 'back'), 'front');
  });

  it('are not taken beside a job of the front, nor when the back has threads', () => {
    run(1, 'front');
    assert.equal(run(2, 'back'), 'back');
    running.clear();
    back.size = 1;
    assert.equal(run(3, 'back'), 'back');
  });

  it('are not taken where the front has no thread to spare', () => {
    guests = new FrontGuests({ front: { size: 1 }, back }, running, false);
    assert.equal(run(1, 'back'), 'back');
  });
});
