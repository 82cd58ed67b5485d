import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseMoment } from '../../../src/platform/time/moment.ts';

it('a moment is a date or a time of RFC 3339, on a day that there is', () => {
  assert.deepEqual(parseMoment('2026-02-21'), { ms: Date.UTC(2026, 1, 21), isDate: true });
  assert.deepEqual(parseMoment('2026-02-21T09:00+02:00'), { ms: Date.UTC(2026, 1, 21, 7), isDate: false });
  assert.equal(parseMoment('2024-02-29')?.isDate, true);
  for (const text of [
    '',
    '2026',
    '2026-02-29',
    '2026-02-31',
    '2026-13-01',
    '2026-02-21T09:00',
    '2026-02-21T25:00Z',
    'now',
  ]) {
    assert.equal(parseMoment(text), null, text);
  }
});
