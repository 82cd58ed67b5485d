import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NewestFew } from '../../../src/fleet/alerts/newest-few.ts';
import { randomNumbers } from '../../support/random.ts';

describe('the newest few of many', () => {
  it('are those with the highest ranks, and all others are counted', () => {
    const random = randomNumbers(3);
    for (const count of [0, 1, 9, 10, 11, 1_000]) {
      const few = new NewestFew<number>(10);
      const ranks = Array.from({ length: count }, () => random(10_000));
      let made = 0;
      for (const rank of ranks) {
        few.add(rank, () => {
          made += 1;
          return rank;
        });
      }
      const highest = ranks.toSorted((a, b) => b - a).slice(0, 10);
      assert.deepEqual(few.values, highest);
      assert.equal(few.beyond, Math.max(0, count - 10));
      assert.ok(made < 400, String(made));
    }
  });
});
