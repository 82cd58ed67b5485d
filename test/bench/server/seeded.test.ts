import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pickOne, seeded } from '../../../src/bench/server/seeded.ts';

describe('the numbers of a text', () => {
  it('are the same every time, and others for another text', () => {
    const of = (text: string): number[] => {
      const draw = seeded(text);
      return Array.from({ length: 20 }, () => draw(1_000_000));
    };
    assert.deepEqual(of('a'), of('a'));
    assert.notDeepEqual(of('a'), of('b'));
    assert.equal(new Set(of('a')).size, 20);
  });

  it('are whole, below the bound, and each about as frequent as the others', () => {
    const draw = seeded('frequent');
    const counts = new Map<number, number>();
    for (let n = 0; n < 10_000; n++) {
      const number = draw(10);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    assert.deepEqual([...counts.keys()].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const count of counts.values()) assert.ok(count > 800 && count < 1_200, String(count));
    assert.equal(draw(1), 0);
    assert.ok(['x', 'y'].includes(pickOne(draw, ['x', 'y'])));
  });
});
