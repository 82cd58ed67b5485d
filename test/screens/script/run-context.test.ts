import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TimeLimits } from '../../../src/screens/script/run-context.ts';

/** Compute for some milliseconds. */
function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('the time limits of a run', () => {
  it('are not passed at its start', () => {
    assert.equal(new TimeLimits({ cpuMs: 1_000, wallMs: 1_000 }, () => 0).passed(), null);
  });

  it('end a run that has computed for too long, and stay passed', () => {
    let cpuMs = 7;
    const time = new TimeLimits({ cpuMs: 4, wallMs: 60_000 }, () => cpuMs);
    compute(5);
    cpuMs = 12;
    assert.equal(time.passed(), 'the script used more than 0.004 s of CPU time');
    cpuMs = 7;
    assert.equal(time.passed(), 'the script used more than 0.004 s of CPU time');
  });

  it('leave a run its CPU time on a machine that gives it little, but not for ever', () => {
    const time = new TimeLimits({ cpuMs: 200, wallMs: 60_000 }, () => 0);
    compute(210);
    assert.equal(time.passed(), null);
    compute(200);
    assert.match(time.passed() ?? '', /CPU time/);
  });

  it('count elapsed time where the system does not tell CPU time', () => {
    const time = new TimeLimits({ cpuMs: 4, wallMs: 60_000 }, () => null);
    compute(5);
    assert.match(time.passed() ?? '', /CPU time/);
  });

  it('do not count waiting as computing, but as elapsed time', () => {
    const time = new TimeLimits({ cpuMs: 1_000, wallMs: 20 }, () => null);
    assert.equal(
      time.waiting(() => {
        compute(25);
        return 'answer';
      }),
      'answer',
    );
    assert.ok(time.cpuMs < 15, `${time.cpuMs} ms`);
    assert.ok(time.leftMs < 0);
    assert.match(time.passed() ?? '', /took longer than/);
  });
});
