import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Shortage } from '../../../src/engine/pool/shortage.ts';
import { monotonicMs } from '../../../src/platform/base/clock.ts';

/** A moment so long ago, as jobs note when they begin to wait. */
const ago = (ms: number): number => monotonicMs() - ms;

describe('a shortage of processes', () => {
  it('is there as soon as one job has waited too long', () => {
    const shortage = new Shortage();
    assert.ok(shortage.leftMs(ago(0)) > 0);
    assert.equal(shortage.leftMs(ago(200)), 0);
  });

  it('is there when many jobs have waited for a short time', () => {
    const shortage = new Shortage();
    for (let job = 0; job < 30; job += 1) shortage.note(ago(7));
    assert.equal(shortage.leftMs(ago(1)), 0);
  });

  it('is over when one more process is there, however long jobs have waited before', () => {
    const shortage = new Shortage();
    for (let job = 0; job < 30; job += 1) shortage.note(ago(7));
    shortage.relieve(0);
    assert.ok(shortage.leftMs(ago(200)) > 0);
  });
});
