import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExitError } from '../../../src/cli/exit.ts';
import { readMoment } from '../../../src/cli/render/moment.ts';

const at = (text: string): string => new Date(readMoment('at', text)).toISOString();
/** A time of the machine's zone, as JavaScript reads it. */
const local = (text: string): string => new Date(text).toISOString();

describe('readMoment', () => {
  it('reads a moment with a zone, in the spellings of ISO 8601', () => {
    for (const text of [
      '2026-12-24T18:00:00+01:00',
      '2026-12-24T18:00+0100',
      '2026-12-24t18:00+01',
      '2026-12-24 17:00:00.999Z',
    ]) {
      assert.equal(at(text), '2026-12-24T17:00:00.000Z', text);
    }
  });

  it('takes the zone of the process where none is said, and midnight where no time is', () => {
    assert.equal(at('2026-07-01T12:30'), local('2026-07-01T12:30:00'));
    assert.equal(at('2026-12-24'), local('2026-12-24T00:00:00'));
  });

  it('refuses what is no moment', () => {
    for (const text of ['tomorrow', '18:00', '2026-02-30', '2026-12-24T25:00', '2026-12-24Z', '1766595600']) {
      assert.throws(
        () => readMoment('at', text),
        (error) => error instanceof ExitError && error.exitCode === 64 && error.message.includes(`"${text}"`),
        text,
      );
    }
  });
});
