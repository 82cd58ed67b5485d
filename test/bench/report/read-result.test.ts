import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BENCH_LIMITS } from '../../../src/bench/bench-limits.ts';
import { readResult } from '../../../src/bench/report/read-result.ts';
import { anyBenchResult } from '../../support/bench/any-result.ts';
import { killedResult, rampResult, tinyResult } from '../../support/bench/bench-results.ts';

function problemIn(text: string): string {
  const result = readResult(text);
  assert.ok(!result.ok, 'was read');
  return result.error;
}

/** What is wrong with a result in which one value was replaced. */
function problemWith(path: string, value: unknown): string {
  const result: unknown = structuredClone(killedResult());
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at = result as Record<string, unknown>;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return problemIn(JSON.stringify(result));
}

describe('reading a result', () => {
  it('gives back what was written', () => {
    for (const result of [killedResult(), rampResult(), tinyResult()]) {
      assert.deepEqual(readResult(JSON.stringify(result)), { ok: true, value: result });
    }
  });

  it('gives back any valid result', () => {
    fc.assert(
      fc.property(anyBenchResult, (result) => {
        // JSON has no -0. The name `__proto__` is not read.
        const written = JSON.parse(JSON.stringify(result));
        Reflect.deleteProperty(written.plan.screens, '__proto__');
        Reflect.deleteProperty(written.reuse?.notReusable ?? {}, '__proto__');
        assert.deepEqual(readResult(JSON.stringify(written)), { ok: true, value: written });
      }),
    );
  });

  it('reads results of versions that did not tell what was reused', () => {
    const { reuse, ...earlier } = killedResult();
    assert.notEqual(reuse, null);
    assert.deepEqual(readResult(JSON.stringify(earlier)), { ok: true, value: { ...earlier, reuse: null } });
  });

  it('leaves out fields of later versions', () => {
    const result = tinyResult();
    const later = { ...result, weather: 'fine', plan: { ...result.plan, colour: 3 } };
    assert.deepEqual(readResult(JSON.stringify(later)), { ok: true, value: result });
  });

  it('refuses what is no JSON', () => {
    assert.equal(problemIn(''), 'expected JSON, got nothing');
    assert.equal(problemIn('<!DOCTYPE html>\u001b[2J'), 'expected JSON, got "<!DOCTYPE html>\\u001b[2J"');
    assert.match(problemIn('{"format": 1,'), /^expected JSON, got "\{\\"format\\": 1,"$/);
  });

  it('refuses JSON of something else', () => {
    for (const text of ['null', '[1]', '{}', '{"format":1}', '"format"', '{"plan":{}}']) {
      assert.equal(
        problemIn(text),
        'expected a result of stipple bench (the file that --json writes), got other JSON',
      );
    }
  });

  it('refuses another format', () => {
    assert.equal(problemWith('format', 2), 'expected a result of format 1, got format 2');
    assert.equal(problemWith('format', '1'), 'expected a result of format 1, got format "1"');
  });

  for (const [path, value, problem] of [
    ['offered', 'many', 'expected a number, got "many"'],
    ['offered', undefined, 'expected a number, got nothing'],
    ['offered', -1, 'expected a number of at least 0, got -1'],
    ['seconds', 1e300, 'expected a number of at most 1000000000000000, got 1e+300'],
    ['routes.display.p50', null, 'expected a number, got null'],
    ['timeline.3.served', 1.5, 'expected a whole number, got 1.5'],
    ['plan.mode', 'warm', 'expected one of device, cold, hot, got "warm"'],
    ['reuse.joined', -3, 'expected a number of at least 0, got -3'],
    ['plan.target', [], 'expected a map, got a list'],
    ['errors.0.route', 'cake', 'expected one of cycle, setup, display, image, log, got "cake"'],
    ['errors', {}, 'expected a list, got a map'],
    ['warnings', Array.from({ length: 10_001 }, () => ''), 'expected at most 10000 items, got a list'],
  ] as const) {
    it(`names ${path} that is ${JSON.stringify(value)?.slice(0, 20) ?? 'missing'}`, () => {
      assert.equal(problemWith(path, value), `${path}: ${problem}`);
    });
  }

  it('refuses a number that JSON writes and no computer holds', () => {
    const text = JSON.stringify({ ...tinyResult(), seconds: 12_345.5 }).replace('12345.5', '1e999');
    assert.equal(problemIn(text), 'seconds: expected a number, got Infinity');
  });

  it('survives files that are too large or too deep', () => {
    const large = problemIn(`"${'x'.repeat(BENCH_LIMITS.resultBytes)}"`);
    assert.match(large, /^expected a result of stipple bench, got more than 8388608 bytes$/);
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    assert.match(problemIn(deep), /got other JSON/);
    assert.match(problemIn(`{"format":1,"plan":${deep}}`), /^\w+: expected/);
  });

  it('shows no control characters of the file', () => {
    const problem = problemWith('plan.screens', { 'a\u001b[31m\u202eb': 'x' });
    assert.equal(problem, String.raw`plan.screens.a[31m\u{202e}b: expected a number, got "x"`);
  });
});
