/** The words of schedules. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  parseDates,
  parseDays,
  parseSpan,
  parseTimeOfDay,
  parseZonedTime,
} from '../../../src/domain/schedule/words.ts';

it('days are names, ranges over the end of the week, and groups', () => {
  const cases = {
    mon: 2,
    'mon-fri': 62,
    'fri-mon': 99,
    Saturday: 64,
    daily: 127,
    weekend: 65,
    'sun-sat': 127,
  };
  for (const [text, days] of Object.entries(cases)) assert.equal(parseDays(text), days, text);
  for (const text of ['', 'mo', 'mon-', 'mon-tue-wed', '1', 'constructor'])
    assert.equal(parseDays(text), null);
});

it('dates are days or ranges, once or each year', () => {
  assert.deepEqual(parseDates('12-24..01-06'), { kind: 'yearly', from: 1224, to: 106 });
  assert.deepEqual(parseDates('02-29'), { kind: 'yearly', from: 229, to: 229 });
  assert.deepEqual(parseDates('1970-01-02..1970-01-03'), { kind: 'once', from: 1, to: 2 });
  for (const text of [
    '2026-02-29',
    '13-01',
    '04-31',
    '2026-12-26..2026-12-01',
    '12-24..2026-12-26',
    '',
    'x..y',
  ]) {
    assert.equal(parseDates(text), null, text);
  }
});

it('times, spans and moments are read as people write them', () => {
  assert.deepEqual(['8:00', '08:30', '24:00'].map(parseTimeOfDay), [28_800, 30_600, 86_400]);
  assert.deepEqual(['24:01', '8', '25:00', '08:60', '-1:00'].map(parseTimeOfDay), Array(5).fill(null));
  assert.deepEqual(['30m', '1h30m', '90', '2d', '1 h'].map(parseSpan), [1_800, 5_400, 90, 172_800, 3_600]);
  assert.deepEqual(['', '-1', '1.5h', 'h', '1x', '1e9'].map(parseSpan), Array(6).fill(null));
  assert.equal(parseZonedTime('2026-12-01T10:00:00+01:00'), Date.UTC(2026, 11, 1, 9) / 1000);
  assert.deepEqual(
    ['2026-12-01', '2026-12-01T10:00:00', '2026-02-30T10:00:00Z', ''].map(parseZonedTime),
    Array(4).fill(null),
  );
});
