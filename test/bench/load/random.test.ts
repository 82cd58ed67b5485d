/** Tests of the random numbers of a bench. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../../../src/bench/load/random.ts';

describe('random numbers of a seed', () => {
  it('lie between 0 and 1 and are spread evenly', () => {
    const random = seededRandom(0);
    const tenths = new Array<number>(10).fill(0);
    for (let count = 0; count < 20_000; count += 1) {
      const number = random();
      assert.ok(number >= 0 && number < 1);
      tenths[Math.floor(number * 10)] = (tenths[Math.floor(number * 10)] ?? 0) + 1;
    }
    assert.ok(
      tenths.every((count) => count > 1_800 && count < 2_200),
      tenths.join(),
    );
  });

  it('of neighbouring seeds have nothing in common', () => {
    const first = new Set(
      Array.from({ length: 1_000 }, (_, seed) => Math.floor(seededRandom(seed)() * 1000)),
    );
    assert.ok(first.size > 550, `${first.size}`);
  });
});
