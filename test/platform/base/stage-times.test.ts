import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addTimes, readTimes, roundTimes, stagesIn } from '../../../src/platform/base/stage-times.ts';

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
