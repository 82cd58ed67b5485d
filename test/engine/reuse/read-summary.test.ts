/** What a run has read, in short. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Read } from '../../../src/domain/reads.ts';
import { describeReads, summarizeReads } from '../../../src/engine/reuse/read-summary.ts';
import { UNREPEATABLE } from '../../../src/platform/base/unrepeatable.ts';

const READS: readonly Read[] = [
  ['file', '/screens/a.lua', '1'],
  ['field', 'device', 'name'],
  ['field', 'device', 'battery_percent'],
  ['clock', 0, 60_000],
  ['clock', 0, 3_600_000],
  ['http', 1, 60],
  ['http', 2, 60],
  ['field', 'layout', 'width'],
  ['all', 'layout'],
  ['fonts'],
  ['previous'],
];

it('sums up what was read', () => {
  assert.deepEqual(summarizeReads({ reads: READS, unrepeatable: null, lines: [] }), {
    reusable: true,
    tables: { device: ['name', 'battery_percent'], layout: 'all' },
    clock: 'minute',
    files: 1,
    answers: 2,
    fonts: true,
    previous: true,
  });
});

it('says it in a sentence', () => {
  const say = (reads: readonly Read[], unrepeatable: 'uncached_http' | null = null) =>
    describeReads(summarizeReads({ reads, unrepeatable, lines: [] }));
  assert.equal(
    say(READS),
    'device name, battery_percent; all of layout; the clock (minute); 2 HTTP answers; fonts; whether there is a picture before; used again while that is the same',
  );
  assert.equal(say([]), 'nothing but its files; used again while that is the same');
  assert.match(
    say([['clock', 0, 1_000]], 'uncached_http'),
    /^the clock \(second\); not used again: a request without/,
  );
});

it('has a sentence for every reason, except for a file that will not be new for long', () => {
  for (const unrepeatable of UNREPEATABLE) {
    const summary = summarizeReads({ reads: [], unrepeatable, lines: [] });
    assert.equal(summary.reason, unrepeatable === 'new_file' ? undefined : unrepeatable);
    assert.ok(!describeReads(summary).includes('undefined'));
  }
});
