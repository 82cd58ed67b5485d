import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Comparisons, didYouMean, nearest } from '../../../src/platform/base/nearest.ts';

it('finds the word that was meant, in any case', () => {
  assert.equal(nearest('clcok', ['calendar', 'clock', 'weather']), 'clock');
  assert.equal(nearest('default_screens', ['devices', 'default_screen']), 'default_screen');
  assert.equal(nearest('Panel', ['panel', 'panels']), 'panel');
});

it('finds nothing where nothing is close', () => {
  assert.equal(nearest('zebra', ['clock', 'weather']), null);
  assert.equal(nearest('ab', ['cd']), null);
  assert.equal(nearest('x', []), null);
});

it('counts two letters that changed places as one mistake', () => {
  assert.equal(nearest('rwo', ['data', 'row']), 'row');
  assert.equal(nearest('news', ['rows', 'title']), null);
});

it('completes a word that was cut short', () => {
  assert.equal(nearest('w', ['x', 'width', 'height']), 'width');
  assert.equal(nearest('user', ['password', 'username']), 'username');
  assert.equal(nearest('p', ['panel', 'params']), null);
});

it('takes the first of two that are equally close', () => {
  assert.equal(nearest('cat', ['bat', 'rat']), 'bat');
});

it('does not compare floods of text', () => {
  const flood = 'a'.repeat(100_000);
  assert.equal(nearest(flood, [flood]), null);
  assert.equal(nearest('a', [flood]), null);
});

describe('a report', () => {
  const names = (begin: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${begin}${n}`.padEnd(64, 'x'));
  const known = names('known', 1_000);

  it('has no hints once so much was compared that it would hold up others', () => {
    const comparisons = new Comparisons();
    const began = process.cpuUsage();
    for (const word of names('unknown', 2_000)) nearest(word, known, comparisons);
    const { user, system } = process.cpuUsage(began);
    // Compared all with all it takes a minute.
    assert.ok(user + system < 5_000_000, `${(user + system) / 1000} ms`);
    assert.ok(comparisons.isSpent);
    assert.equal(nearest('clcok', ['clock'], comparisons), null);
  });

  it('leaves the next one all its hints', () => {
    const spent = new Comparisons(0);
    assert.equal(nearest('clcok', ['clock'], spent), null);
    assert.equal(nearest('clcok', ['clock'], new Comparisons()), 'clock');
    assert.equal(nearest('clcok', ['clock']), 'clock');
  });

  it('is the same for the same words, however often and fast it is asked for', () => {
    const word = fc.string({ maxLength: 70 });
    fc.assert(
      fc.property(fc.array(word), fc.array(word), fc.nat(20_000), (words, candidates, most) => {
        const report = (): readonly string[] => {
          const comparisons = new Comparisons(most);
          return words.map((one) => didYouMean(one, candidates, comparisons));
        };
        assert.deepEqual(report(), report());
      }),
    );
  });
});
