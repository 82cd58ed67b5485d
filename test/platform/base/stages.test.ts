import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addTimes, readTimes, roundTimes, StageClock, stagesIn } from '../../../src/platform/base/stages.ts';

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

describe('the times of stages', () => {
  it('are listed in the order of the stages, whatever the order in which they were measured', () => {
    assert.deepEqual(stagesIn({ draw: 3, place: 1, svg: 2 }), [
      ['place', 1],
      ['svg', 2],
      ['draw', 3],
    ]);
    assert.deepEqual(stagesIn({}), []);
  });

  it('of two pieces of work are added up', () => {
    assert.deepEqual(addTimes({ svg: 1, draw: 2 }, { draw: 3, encode: 4 }), { svg: 1, draw: 5, encode: 4 });
  });

  it('are short in logs', () => {
    assert.deepEqual(roundTimes({ svg: 1.23456, draw: 0.001 }), { svg: 1.23, draw: 0 });
  });

  it('that a process sends are read as far as they are possible', () => {
    const sent = { queue: 0, svg: 1.5, text: -1, images: '2', fonts: null, plan: Number.NaN, draw: 11 };
    assert.deepEqual(readTimes({ ...sent, encode: 10, 'x;dur=1\r\nSet-Cookie: a': 1 }, 10), {
      queue: 0,
      svg: 1.5,
      encode: 10,
    });
    assert.deepEqual(readTimes(JSON.parse('{"__proto__": {"draw": 1}}'), 10), {});
    for (const nonsense of [undefined, null, 7, 'svg', [1, 2]]) assert.deepEqual(readTimes(nonsense, 10), {});
  });
});
