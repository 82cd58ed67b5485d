import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { compareRuns } from '../../../src/bench/report/compare.ts';
import { resultTable } from '../../../src/bench/report/table.ts';
import { comparisonTable } from '../../../src/bench/report/text/comparison.ts';
import { columnCount } from '../../../src/bench/report/text/lines.ts';
import { anyBenchResult } from '../../support/bench/any-result.ts';
import {
  emptyResult,
  killedResult,
  rampResult,
  steadyResult,
  tinyResult,
} from '../../support/bench/bench-results.ts';

function checkLines(text: string): void {
  for (const line of text.split('\n')) {
    assert.ok(columnCount(line) <= 100, line);
    assert.doesNotMatch(line, /\p{Cc}|\p{Cf}|\p{Cs}|\u00a0/u);
    assert.equal(line, line.trimEnd());
  }
}

describe('the table of a result', () => {
  it('is at most 100 columns wide and without control characters, whatever the result', () => {
    fc.assert(
      fc.property(anyBenchResult, anyBenchResult, (result, before) => {
        checkLines(resultTable(result));
        checkLines(comparisonTable(compareRuns(before, result)));
      }),
      { numRuns: 300 },
    );
  });

  it('begins with the answer and the warnings', () => {
    const lines = resultTable(killedResult()).split('\n');
    assert.match(lines[0] ?? '', /^800 devices at 89 wakes\/s: served 87 %, 626 errors/);
    assert.ok(
      lines.indexOf('! The server that the bench had started ended with signal SIGKILL after 24 s.') < 4,
    );
  });

  it('says what was run, where, and what it used', () => {
    const text = resultTable(steadyResult()).replaceAll(/\n {10}/g, ' ');
    for (const part of [
      'plan      steady: 2 000 devices, 60 s long, a wake of each every 9 s',
      'target    a server that the bench started, http://127.0.0.1:38211',
      'screens   default/clock 800, examples/departures 600, examples/photo 600',
      'machine   AMD EPYC 7B13, 2 cores, 3.9 GB, Node 20.20.0, linux x64',
      '13 337 due in 60 s, 13 337 sent, 13 337 served (100 %, 222 a second), 0 held back with 429, 0 errors',
      'served (100 %, 222 a second)',
      'reuse     80 % reused: 9 335 contents of an earlier run, 1 333 of one under way, 2 668 composed',
      '; not reusable: random 666',
      '(15 KB each)',
      '294 MB of memory at most',
      "(9.0 % of the server's)",
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  it('sets percentiles of routes and stages in columns', () => {
    const lines = resultTable(steadyResult()).split('\n');
    const heading = lines.findIndex((line) => /^route +count +p50 +p90 +p99 +p99\.9 +max$/.test(line));
    assert.ok(heading > 0);
    const rows = lines.slice(heading, heading + 5);
    assert.equal(new Set(rows.map((row) => row.length)).size, 1, rows.join('\n'));
    assert.deepEqual(
      rows.map((row) => row.split(' ')[0]),
      ['route', 'cycle', 'display', 'image', 'log'],
    );
    assert.ok(lines.some((line) => /^script +13 337 .*17 % {2}█+$/.test(line)));
  });

  it('shows the steps of a search, and what they had to keep', () => {
    const text = resultTable(rampResult());
    assert.match(text, /^ +400 +400 +\d+ ms +\d+ ms +0 +0 {2}kept$/m);
    assert.match(text, /^ +800 +430 .* p99 of \d+ ms is over 1 000 ms/m);
    assert.ok(text.includes('A step is kept with p99 of at most 1.0 s and 99 % served.'));
  });

  it('shows errors by kind with an example', () => {
    assert.match(
      resultTable(killedResult()),
      /^ +593 {2}display {2}connection refused +GET \/api\/display of 02:/m,
    );
  });

  it('leaves out what was not measured', () => {
    assert.doesNotMatch(resultTable({ ...steadyResult(), reuse: null }), /reuse/);
    assert.doesNotMatch(resultTable(tinyResult()), /^(?:server|screens|stage|errors) /m);
    assert.match(
      resultTable(emptyResult()),
      /^Nothing was measured.*\n\n! The run was ended before its time: interrupted/,
    );
  });

  it('uses colours only when asked to', () => {
    const coloured = resultTable(killedResult(), { colour: true });
    assert.ok(coloured.includes('\u001b[1m\u001b[31m800 devices'));
    assert.equal(stripVTControlCharacters(coloured), resultTable(killedResult()));
  });
});
