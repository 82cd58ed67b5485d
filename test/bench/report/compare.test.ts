import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareRuns } from '../../../src/bench/report/compare.ts';
import type { ComparedFigure } from '../../../src/bench/report/comparison/judge-change.ts';
import { resultPage } from '../../../src/bench/report/html.ts';
import { comparisonTable } from '../../../src/bench/report/text/comparison.ts';
import { NBSP } from '../../../src/bench/report/units.ts';
import type { BenchResult, Latency } from '../../../src/bench/result.ts';
import { anyBenchResult } from '../../support/bench/any-result.ts';
import {
  emptyResult,
  killedResult,
  rampResult,
  steadyResult,
  tinyResult,
  withSlower,
} from '../../support/bench/bench-results.ts';

const steady = steadyResult();

function compared(before: BenchResult, now: BenchResult, name: string): ComparedFigure {
  const figure = compareRuns(before, now).figures.find((one) => one.name === name);
  assert.ok(figure, name);
  return figure;
}

function sentence(before: BenchResult, now: BenchResult): string {
  return compareRuns(before, now).sentence.replaceAll(NBSP, ' ');
}

function withNoise(result: BenchResult, noise: Latency['noise']): BenchResult {
  const routes = Object.entries(result.routes).map(([name, latency]) => [name, { ...latency, noise }]);
  return { ...result, routes: Object.fromEntries(routes) };
}

describe('a comparison', () => {
  it('marks nothing between two runs of the same server', () => {
    const comparison = compareRuns(steadyResult(2), steady);
    const marked = comparison.figures.filter(({ mark }) => mark === 'better' || mark === 'worse');
    assert.deepEqual(
      marked.map(({ name, before, now }) => `${name}: ${before} ${now}`),
      [],
    );
    assert.equal(comparison.tone, 'good');
    assert.equal(comparison.sentence, 'No change beyond the noise of the two runs');
  });

  it('marks what is slower and what is faster', () => {
    const before = withSlower(steady, { display: 0.8, image: 1.3 });
    assert.equal(compared(before, steady, 'display p50').mark, 'worse');
    assert.equal(compared(before, steady, 'image p99').mark, 'better');
    assert.equal(compared(before, steady, 'cycle p50').mark, 'same');
    assert.equal(
      sentence(before, steady),
      '3 figures worse: display p50 +25 %, display p90 +25 %, display p99 +25 %; 3 figures better: image p50 −23 %, image p90 −23 %, image p99 −23 %',
    );
  });

  it('does not mark what both runs do by themselves', () => {
    const quiet = withNoise(steady, { p50: 0.01, p99: 0.02 });
    const noisy = withNoise(steady, { p50: 0.2, p99: 0.3 });
    const slower = (result: BenchResult): BenchResult => withSlower(result, { display: 1.15 });
    assert.equal(compared(quiet, slower(quiet), 'display p50').mark, 'worse');
    assert.equal(compared(quiet, slower(noisy), 'display p50').mark, 'same');
    assert.equal(compared(noisy, slower(quiet), 'display p99').mark, 'same');
    assert.equal(compared(quiet, withSlower(quiet, { display: 1.02 }), 'display p50').mark, 'same');
    assert.equal(compared(quiet, withSlower(quiet, { display: 1.09 }), 'display p99').mark, 'same');
  });

  it('does not mark a change that no clock can tell', () => {
    const slow = withSlower(steady, { place: 1.9 });
    const { mark, change } = compared(steady, slow, 'place p50');
    assert.ok(change !== null && change > 0.8);
    assert.equal(mark, 'same');
  });

  it('says that there are too few calls', () => {
    const { mark, remark } = compared(tinyResult(), withSlower(tinyResult(), { display: 9 }), 'display p50');
    assert.deepEqual([mark, remark], ['unclear', 'too few calls to tell']);
    assert.equal(compared(tinyResult(), tinyResult(), 'served wakes/s').remark, 'too few wakes to tell');
    assert.equal(compared(tinyResult(), tinyResult(), 'bytes a picture').mark, 'unclear');
  });

  it('marks errors and wakes that were not served', () => {
    const ended = { ...killedResult(), plan: steady.plan, offered: steady.offered };
    assert.equal(compared(steady, ended, 'errors').mark, 'worse');
    assert.equal(compared(steady, ended, '429s').mark, 'worse');
    assert.equal(compared(steady, ended, 'served wakes/s').mark, 'worse');
    assert.equal(compared(ended, steady, 'errors').mark, 'better');
    const one = { ...steady, errors: [{ kind: 'HTTP 500', route: 'image', count: 1, example: '' }] } as const;
    assert.equal(compared(steady, one, 'errors').mark, 'same');
  });

  it('marks processor, memory and size of pictures', () => {
    const server = { startMs: 400, cpuSeconds: 200, peakMb: 600, endMb: 500 };
    const heavy = { ...steady, server, bytes: { ...steady.bytes, pictures: steady.bytes.pictures * 2 } };
    for (const name of ['processor a served wake', 'memory at most', 'bytes a picture']) {
      assert.equal(compared(steady, heavy, name).mark, 'worse', name);
    }
  });

  it('marks what is composed anew that was reused before', () => {
    const reuse = { reused: 500, joined: 0, fresh: 500, notReusable: { random: 500 } };
    assert.equal(compared(steady, { ...steady, reuse }, 'reused contents').mark, 'worse');
    assert.equal(compared({ ...steady, reuse }, steady, 'reused contents').mark, 'better');
    const nearly = { ...reuse, reused: 510, fresh: 490 };
    assert.equal(
      compared({ ...steady, reuse }, { ...steady, reuse: nearly }, 'reused contents').mark,
      'same',
    );
    assert.equal(compared({ ...steady, reuse: null }, steady, 'reused contents').mark, 'alone');
    const few = { ...reuse, reused: 5, fresh: 5 };
    const { remark } = compared(steady, { ...steady, reuse: few }, 'reused contents');
    assert.equal(remark, 'too few contents to tell');
  });

  it('compares the knee, by how far the searches are apart', () => {
    const other = (rate: number, searches: readonly number[], agrees = true): BenchResult => {
      const result = rampResult();
      return { ...result, knee: result.knee && { ...result.knee, ratePerSecond: rate, searches, agrees } };
    };
    assert.equal(compared(rampResult(), other(600, [590, 610]), 'knee in wakes/s').mark, 'better');
    assert.equal(compared(rampResult(), other(300, [295, 305]), 'knee in wakes/s').mark, 'worse');
    assert.equal(compared(rampResult(), other(440, [430, 450]), 'knee in wakes/s').mark, 'same');
    const noisy = compared(rampResult(), other(600, [300, 900], false), 'knee in wakes/s');
    assert.deepEqual([noisy.mark, noisy.remark], ['unclear', 'the searches disagree']);
  });

  it('says which figures only one of the runs has', () => {
    const { queue, ...others } = steady.stages;
    assert.ok(queue);
    const { mark, remark, change } = compared({ ...steady, stages: others }, steady, 'queue p50');
    assert.deepEqual([mark, remark, change], ['alone', 'only now', null]);
    assert.equal(compared(steady, { ...steady, stages: others }, 'queue p99').remark, 'only before');
  });

  it('marks nothing where the plans differ, and names each difference', () => {
    const plan = { ...steady.plan, devices: 500, mode: 'cold', seed: 9, ratePerSecond: 50 } as const;
    const comparison = compareRuns({ ...withSlower(steady, { display: 3 }), plan }, steady);
    assert.deepEqual(
      comparison.planDifferences.map(({ what, before, now }) => `${what}: ${before}, ${now}`),
      ['devices: 500, 2000', 'mode: cold, device', 'rate: 50/s, none'],
    );
    assert.equal(comparison.sentence, 'Not comparable: the runs differ in devices, mode, rate');
    assert.equal(comparison.tone, 'doubtful');
    assert.ok(comparison.figures.every(({ mark }) => mark === 'unclear' || mark === 'alone'));
  });

  it('takes another port of its own server, and another seed, for no difference', () => {
    const target = { kind: 'own', url: 'http://127.0.0.1:1' } as const;
    const plan = { ...steady.plan, target, seed: 77 };
    assert.deepEqual(compareRuns({ ...steady, plan }, steady).planDifferences, []);
  });

  it('warns where the machines differ, and still marks', () => {
    const machine = { ...steady.machine, cores: 8, cpu: 'Ampere Altra' };
    const before = { ...withSlower(steady, { display: 0.5 }), machine };
    const comparison = compareRuns(before, steady);
    assert.match(
      sentence(before, steady),
      /^3 figures worse: .*; but the machines differ: processor, cores$/,
    );
    assert.equal(comparison.tone, 'doubtful');
  });

  it('of a run that was cut short is not comparable', () => {
    assert.equal(
      compareRuns({ ...steady, cutShort: 'SIGINT' }, steady).sentence,
      'Not comparable: the runs differ in end',
    );
  });

  it('survives runs without any figure', () => {
    const { figures, tone } = compareRuns(emptyResult(), emptyResult());
    assert.deepEqual(figures, []);
    assert.equal(tone, 'good');
  });

  it('marks nothing of a run with itself, and never the same when the runs are swapped', () => {
    const marks = (before: BenchResult, now: BenchResult): readonly string[] =>
      compareRuns(before, now)
        .figures.filter(({ mark }) => mark === 'better' || mark === 'worse')
        .map(({ name, mark }) => `${name} ${mark}`);
    fc.assert(
      fc.property(anyBenchResult, anyBenchResult, (one, other) => {
        assert.deepEqual(marks(one, one), []);
        const now = { ...other, plan: one.plan, cutShort: one.cutShort };
        const there = new Set(marks(one, now));
        assert.deepEqual(
          marks(now, one).filter((mark) => there.has(mark)),
          [],
        );
      }),
    );
  });
});

describe('the comparison as a table and on the page', () => {
  const before = withSlower(steadyResult(2), { display: 0.7 });
  const comparison = compareRuns(before, steady);

  it('shows before, now, change and noise', () => {
    const lines = comparisonTable(comparison).split('\n');
    assert.equal(lines[0], 'Compared with the run of 2026-11-22 15:52 UTC, stipple 0.1.0');
    assert.match(lines[1] ?? '', /^3 figures worse: display p\d\d/);
    assert.ok(lines.some((line) => /^display p50 +1\.8 ms +2\.6 ms +\+43 % +3\.0 % {2}worse$/.test(line)));
  });

  it('names differences of plans and machines', () => {
    const other = compareRuns(rampResult(), steady);
    const text = comparisonTable(other);
    assert.ok(text.includes('! preset: ramp before, steady now'));
    assert.ok(resultPage(steady, other).includes('Other preset: ramp before, steady now.'));
  });

  it('is marked by sign and word on the page, not by colour alone', () => {
    const html = resultPage(steady, comparison);
    assert.match(html, /<tr class="worse"><th scope="row">display p50<\/th>.*▲ worse<\/td>/);
  });
});
