import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { headlineOf } from '../../../src/bench/report/headline.ts';
import { NBSP } from '../../../src/bench/report/units.ts';
import type { BenchResult } from '../../../src/bench/result.ts';
import {
  emptyResult,
  killedResult,
  rampResult,
  steadyResult,
  tinyResult,
} from '../../support/bench/bench-results.ts';

function read(result: BenchResult): readonly [tone: string, sentence: string] {
  const { tone, sentence } = headlineOf(result);
  return [tone, sentence.replaceAll(NBSP, ' ')];
}

describe('the headline', () => {
  it('says how many devices were served, and how fast', () => {
    const [tone, sentence] = read(steadyResult());
    assert.equal(tone, 'good');
    assert.match(
      sentence,
      /^2 000 devices at 222 wakes\/s: served 100 %, display p99 \d\.\d ms, image p99 1\d ms$/,
    );
  });

  it('names errors and devices that were told to come back', () => {
    const [tone, sentence] = read(killedResult());
    assert.equal(tone, 'bad');
    assert.match(sentence, /: served 87 %, 626 errors, 69 told to come back later, display p99/);
  });

  it('is doubtful with warnings, and where not quite all was served', () => {
    assert.equal(read(tinyResult())[0], 'doubtful');
    const held = { ...steadyResult(), served: 13_330 };
    assert.deepEqual(read(held)[0], 'doubtful');
    assert.match(read(held)[1], /served 99\.9 %/);
  });

  it('names the knee and the searches that found it', () => {
    assert.deepEqual(read(rampResult()), ['good', 'Keeps up to 421 wakes/s (two searches: 425, 418)']);
  });

  it('says that searches disagree', () => {
    const result = rampResult();
    const knee = result.knee && { ...result.knee, searches: [425, null], agrees: false };
    assert.deepEqual(read({ ...result, knee }), [
      'doubtful',
      'Keeps up to about 421 wakes/s, but the searches disagree (two searches: 425, none): too noisy to tell',
    ]);
  });

  it('says why not even the lowest rate was kept', () => {
    const result = rampResult();
    const steps = result.knee?.steps.filter(({ failure }) => failure !== null) ?? [];
    const knee = result.knee && { ...result.knee, ratePerSecond: null, searches: [null], steps };
    const [tone, sentence] = read({ ...result, knee });
    assert.equal(tone, 'bad');
    assert.match(
      sentence,
      /^Does not keep up with the lowest rate, 440 wakes\/s: 98 % served is below 99 %$/,
    );
  });

  it('says that nothing was measured, or nothing served and why', () => {
    assert.deepEqual(read(emptyResult()), ['bad', 'Nothing was measured: no wake was due.']);
    const refused = { ...killedResult(), served: 0 };
    assert.deepEqual(read(refused), ['bad', 'None of 5 340 wakes was served: connection refused (display).']);
    assert.deepEqual(read({ ...tinyResult(), offered: 1, served: 0, held: 1 }), [
      'bad',
      'The only wake was not served: the devices were told to come back later.',
    ]);
  });
});
