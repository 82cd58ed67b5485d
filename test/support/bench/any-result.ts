/** Any result that the reader of results accepts, for property tests: also nonsense that no run would give. */
import fc from 'fast-check';
import {
  type BenchResult,
  type BenchRoute,
  type Knee,
  type Latency,
  RESULT_FORMAT,
  type TimelinePoint,
} from '../../../src/bench/result.ts';
import { STAGES, type Stage } from '../../../src/platform/base/stages.ts';

/** Figures of every size, and those at which something may break. */
const amount: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 1e-9, 0.004, 0.995, 1, 9.95, 999.5, 1000, 119_500, 1e15),
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.double({ min: 0, max: 1e15, noNaN: true }),
);
const count: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 1, 2, 1e15),
  fc.nat({ max: 300 }),
  fc.nat({ max: 1e9 }),
);
/** Also names that objects have from the start. */
const inherited = fc.constantFrom('__proto__', 'constructor', 'toString');
const perhaps = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });

/** Text of a stranger: markup, control characters, half characters, letters of all scripts, and a lot of it. */
const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '</style><script>alert(1)</script>',
      '"><img src=http://198.51.100.7/x onerror=alert(1)>',
      "' onload='alert(1)",
      ']]>&amp;&#0;&lt;',
      '\u001b[31m\u001b]0;title\u0007',
      '\u202eright to left',
      'lone \ud800 surrogate',
      '測試'.repeat(80),
      'one-word-'.repeat(40),
    ),
  },
);
const name = fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: inherited });

const latency: fc.Arbitrary<Latency> = fc.record({
  count,
  mean: amount,
  p50: amount,
  p90: amount,
  p99: amount,
  p999: amount,
  max: amount,
  noise: perhaps(fc.record({ p50: amount, p99: amount })),
  histogram: fc.array(fc.record({ fromMs: amount, toMs: amount, count }), { maxLength: 6 }),
});

const timelinePoint: fc.Arbitrary<TimelinePoint> = fc.record({
  fromSeconds: amount,
  seconds: amount,
  offered: count,
  served: count,
  held: count,
  errors: count,
  p50: perhaps(amount),
  p99: perhaps(amount),
  max: perhaps(amount),
  serverCores: perhaps(amount),
  serverMb: perhaps(amount),
});

const knee: fc.Arbitrary<Knee> = fc.record({
  ratePerSecond: perhaps(amount),
  searches: fc.array(perhaps(amount), { maxLength: 3 }),
  agrees: fc.boolean(),
  limits: fc.record({ p99Ms: amount, servedShare: amount }),
  steps: fc.array(
    fc.record({
      ratePerSecond: amount,
      seconds: amount,
      servedPerSecond: amount,
      p50: perhaps(amount),
      p99: perhaps(amount),
      errors: count,
      held: count,
      failure: perhaps(text),
    }),
    { maxLength: 5 },
  ),
});

const ROUTES: readonly BenchRoute[] = ['cycle', 'setup', 'display', 'image', 'log'];

function latencies<Name extends string>(
  names: readonly Name[],
): fc.Arbitrary<Readonly<Partial<Record<Name, Latency>>>> {
  return fc
    .array(fc.tuple(fc.constantFrom(...names), latency), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries) as Partial<Record<Name, Latency>>);
}

/** Any valid result. */
export const anyBenchResult: fc.Arbitrary<BenchResult> = fc.record({
  format: fc.constant(RESULT_FORMAT),
  stipple: text,
  startedAt: text,
  machine: fc.record({ cpu: text, cores: count, memoryMb: amount, node: text, platform: text }),
  plan: fc.record({
    preset: text,
    target: fc.record({ kind: fc.constantFrom('own' as const, 'running' as const), url: text }),
    devices: count,
    screens: fc.dictionary(name, count, { maxKeys: 4 }),
    mode: fc.constantFrom('device' as const, 'cold' as const, 'hot' as const),
    refreshSeconds: perhaps(amount),
    ratePerSecond: perhaps(amount),
    durationSeconds: amount,
    seed: count,
  }),
  cutShort: perhaps(text),
  seconds: amount,
  offered: count,
  sent: count,
  served: count,
  held: count,
  unchanged: count,
  reuse: perhaps(
    fc.record({
      reused: count,
      joined: count,
      fresh: count,
      notReusable: fc.dictionary(name, count, { maxKeys: 3 }),
    }),
  ),
  routes: latencies(ROUTES),
  stages: latencies(Object.keys(STAGES) as Stage[]),
  errors: fc.array(fc.record({ kind: text, route: fc.constantFrom(...ROUTES), count, example: text }), {
    maxLength: 4,
  }),
  bytes: fc.record({ received: amount, sent: amount, pictures: amount }),
  timeline: fc.array(timelinePoint, { maxLength: 8 }),
  server: perhaps(fc.record({ startMs: amount, cpuSeconds: amount, peakMb: amount, endMb: amount })),
  client: fc.record({ cpuSeconds: amount, lagP99Ms: amount }),
  knee: perhaps(knee),
  warnings: fc.array(text, { maxLength: 3 }),
});
