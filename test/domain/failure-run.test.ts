import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addTry, toTell } from '../../src/domain/failure-run.ts';
import type { Failure } from '../../src/platform/base/failure.ts';

const SLOW: Failure = { code: 'script_error', message: 'no answer after 5003 ms', file: 'a.lua', line: 4 };

describe('a run of failed tries', () => {
  it('keeps its beginning, and counts', () => {
    const first = addTry(null, { failure: SLOW, shown: 'last_good', sources: 's', nowMs: 1000 });
    const later: Failure = { code: 'template_error', message: 'no `title`', file: 'a.svg', line: 1 };
    const second = addTry(first, { failure: later, shown: 'error', sources: 's', nowMs: 61_000 });
    assert.deepEqual([first.sinceMs, first.lastMs, first.tries], [1000, 1000, 1]);
    assert.deepEqual([second.sinceMs, second.lastMs, second.tries], [1000, 61_000, 2]);
    assert.deepEqual(
      [second.code, second.reason, second.shown, second.told],
      ['template_error', 'a.svg:1: no `title`', 'error', later],
    );
  });

  it('tells the failure of before where only numbers in the sentence are others', () => {
    const again = { ...SLOW, message: 'no answer after 4998 ms' };
    assert.equal(toTell(null, SLOW), SLOW);
    assert.equal(toTell(SLOW, again), SLOW);
    const first = addTry(null, { failure: SLOW, shown: 'error', sources: 's', nowMs: 0 });
    const second = addTry(first, { failure: again, shown: 'error', sources: 's', nowMs: 1 });
    assert.equal(second.told, SLOW);
    assert.match(second.reason, /4998/);
  });

  it('tells a failure of another place, kind or wording', () => {
    for (const other of [
      { ...SLOW, line: 5 },
      { ...SLOW, file: 'b.lua' },
      { ...SLOW, code: 'script_timeout' as const },
      { ...SLOW, message: 'no answer' },
    ])
      assert.equal(toTell(SLOW, other), other);
  });
});
