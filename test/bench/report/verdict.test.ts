import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NBSP } from '../../../src/bench/report/units.ts';
import { judgeRun, parseErrorBound, type VerdictLimits } from '../../../src/bench/report/verdict.ts';
import type { BenchResult } from '../../../src/bench/result.ts';
import {
  emptyResult,
  killedResult,
  rampResult,
  steadyResult,
  tinyResult,
} from '../../support/bench/bench-results.ts';

function judged(result: BenchResult, limits: Partial<VerdictLimits>): readonly [boolean, ...string[]] {
  const { passed, sentences } = judgeRun(result, { maxP99Ms: null, maxErrors: null, ...limits });
  return [passed, ...sentences.map((sentence) => sentence.replaceAll(NBSP, ' '))];
}

const COUNT = (count: number) => ({ kind: 'count', count }) as const;
const SHARE = (share: number) => ({ kind: 'share', share }) as const;

describe('the verdict', () => {
  it('holds display and image to the p99, each by itself', () => {
    const [passed, ...sentences] = judged(killedResult(), { maxP99Ms: 100 });
    assert.equal(passed, false);
    assert.equal(sentences.length, 2);
    assert.match(sentences[0] ?? '', /^display p99 of \d\d ms is within 100 ms$/);
    assert.match(sentences[1] ?? '', /^image p99 of 1\d\d ms is over 100 ms$/);
    assert.equal(judged(killedResult(), { maxP99Ms: 300 })[0], true);
  });

  it('shows the digits that decide', () => {
    const result = tinyResult();
    const display = result.routes.display;
    assert.ok(display);
    const routes = { display: { ...display, p99: 500.3 } };
    assert.deepEqual(judged({ ...result, routes }, { maxP99Ms: 500 }), [
      false,
      'display p99 of 500.30 ms is over 500 ms',
    ]);
  });

  it('counts errors, or takes them as a share of the wakes', () => {
    assert.deepEqual(judged(killedResult(), { maxErrors: COUNT(600) }), [
      false,
      '626 errors are over the 600 allowed',
    ]);
    assert.deepEqual(judged(killedResult(), { maxErrors: SHARE(0.12) }), [
      true,
      '626 errors in 5 340 wakes (12 %) are within the 12 % allowed',
    ]);
    assert.deepEqual(judged(steadyResult(), { maxErrors: COUNT(0) }), [
      true,
      '0 errors are within the 0 allowed',
    ]);
  });

  it('takes a wake that was due and never sent for an error, and a 429 for none', () => {
    const result = { ...tinyResult(), sent: 2, held: 1 };
    assert.deepEqual(judged(result, { maxErrors: COUNT(0) }), [false, '1 error is over the 0 allowed']);
  });

  it('judges the steps of a search that were kept', () => {
    const [passed, p99, errors] = judged(rampResult(), { maxP99Ms: 1_000, maxErrors: COUNT(0) });
    assert.equal(passed, true);
    assert.match(p99 ?? '', /^cycle p99 of 388 ms at 425 wakes\/s is within 1\.0 s$/);
    assert.equal(errors, '0 errors are within the 0 allowed');
    assert.equal(judged(rampResult(), { maxP99Ms: 200 })[0], false);
  });

  it('fails where nothing was measured, whatever the limits', () => {
    for (const limits of [{ maxP99Ms: 1e9 }, { maxErrors: SHARE(1) }]) {
      assert.deepEqual(judged(emptyResult(), limits), [
        false,
        'no wake was due, so no limit can be said to hold',
      ]);
    }
    assert.deepEqual(judged({ ...tinyResult(), routes: {} }, { maxP99Ms: 1e9 }), [
      false,
      'no display or image call was answered, so no p99 can be said to hold',
    ]);
    const result = rampResult();
    const knee = result.knee && { ...result.knee, ratePerSecond: null };
    assert.deepEqual(judged({ ...result, knee }, { maxErrors: SHARE(1) }), [
      false,
      'the server did not keep up with the lowest rate',
    ]);
  });

  it('passes without limits', () => {
    assert.deepEqual(judged(emptyResult(), {}), [true]);
  });
});

describe('a bound of errors', () => {
  it('is a count or a share', () => {
    assert.deepEqual(parseErrorBound('0'), { ok: true, value: COUNT(0) });
    assert.deepEqual(parseErrorBound('25'), { ok: true, value: COUNT(25) });
    assert.deepEqual(parseErrorBound('1%'), { ok: true, value: SHARE(0.01) });
    assert.deepEqual(parseErrorBound('0.5 %'), { ok: true, value: SHARE(0.005) });
    assert.deepEqual(parseErrorBound('100%'), { ok: true, value: SHARE(1) });
  });

  it('is refused with what was expected', () => {
    for (const text of ['', '-1', '1.5', '101%', '%', 'none', '1e3', '9'.repeat(20)]) {
      const bound = parseErrorBound(text);
      assert.ok(!bound.ok);
      assert.equal(
        bound.error,
        `expected a number of errors such as 0, or a share of the wakes such as 1%, got "${text}"`,
      );
    }
  });
});
