import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { globFits, parseGlob } from '../../src/domain/glob.ts';

function fits(pattern: string, name: string): boolean {
  return globFits(parseGlob(pattern), name);
}

describe('a pattern', () => {
  it('without a star is the whole name, in any case', () => {
    assert.deepEqual(
      [fits('OG', 'og'), fits('og', 'og2'), fits('og', 'xog'), fits('', '')],
      [true, false, false, true],
    );
  });

  it('has any characters for each star', () => {
    for (const name of ['x', 'xy', 'x-og-y', 'xxy']) assert.ok(fits('x*', name), name);
    assert.ok(fits('*', '') && fits('a*b*c', 'abc') && fits('a*b*c', 'a-b-b-c'));
    assert.ok(!fits('x*', 'ax') && !fits('a*b*c', 'acb') && !fits('ab*ba', 'aba'));
  });

  it('takes no other character for more than itself', () => {
    assert.ok(!fits('a.c', 'abc') && fits('a.c*', 'a.cd') && !fits('[a]', 'a') && !fits('a?', 'ab'));
  });

  it('agrees with a regular expression on 20 000 random names', () => {
    let seed = 1;
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const word = (letters: string, length: number): string =>
      Array.from({ length: next(length) }, () => letters[next(letters.length)]).join('');
    let held = 0;
    for (let round = 0; round < 20_000; round++) {
      const [pattern, name] = [word('ab*', 7), word('ab', 8)];
      const expected = new RegExp(`^${pattern.replaceAll(/\*+/g, '.*')}$`).test(name);
      assert.equal(fits(pattern, name), expected, `${pattern} ${name}`);
      if (expected) held++;
    }
    assert.ok(held > 1_000 && held < 19_000, String(held));
  });
});
