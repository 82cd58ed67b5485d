import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StageClock } from '../../../src/platform/base/stage-clock.ts';

/** Let the clock advance by at least a millisecond. */
function spend(): void {
  const start = performance.now();
  while (performance.now() - start < 1);
}

describe('the clock of stages', () => {
  it('ends a stage where the next begins, and adds up those that come again', () => {
    const clock = new StageClock();
    clock.begin('svg');
    spend();
    clock.begin('draw');
    clock.begin('svg');
    spend();
    clock.end();
    assert.deepEqual(Object.keys(clock.times), ['svg', 'draw']);
    assert.ok((clock.times.svg ?? 0) >= 2 && (clock.times.draw ?? 1) < 1, JSON.stringify(clock.times));
  });

  it('counts nothing while no stage runs', () => {
    const clock = new StageClock();
    spend();
    clock.begin('svg');
    clock.end();
    const { svg } = clock.times;
    spend();
    clock.end();
    assert.deepEqual(clock.times, { svg });
  });

  it('counts a wait within a stage as another, also where it ends in an error', () => {
    const clock = new StageClock();
    clock.begin('script');
    const answer = clock.during('upstream', () => {
      spend();
      return 'answer';
    });
    assert.equal(answer, 'answer');
    assert.throws(() =>
      clock.during('upstream', () => {
        throw new Error('ended');
      }),
    );
    clock.begin('template');
    clock.end();
    assert.deepEqual(Object.keys(clock.times), ['script', 'upstream', 'template']);
    assert.ok((clock.times.upstream ?? 0) >= 1);
  });
});
