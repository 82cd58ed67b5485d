/** Reads the JSON file of an earlier run. It may come from anywhere, so nothing in it is believed. */
import { z } from 'zod';
import { isPlainObject } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { STAGES, type Stage } from '../../platform/base/stages.ts';
import { BENCH_LIMITS } from '../bench-limits.ts';
import { type BenchResult, type BenchRoute, RESULT_FORMAT } from '../result.ts';
import { ROUTE_MEANINGS } from './figures.ts';
import { foreignLine } from './foreign-line.ts';

/** Far above anything that a run measures, and still a number that can be written down. */
const LARGEST = 1e15;
/** Items of lists: buckets and kinds of errors are some hundred, and a day has 86 400 pieces of a second. */
const MAX_ITEMS = 10_000;
const MAX_PIECES = 100_000;

const amount = z.number().min(0).max(LARGEST);
const count = z.int().min(0).max(LARGEST);
const perhaps = amount.nullable();
const list = <Item extends z.ZodType>(item: Item, max = MAX_ITEMS): z.ZodArray<Item> =>
  z.array(item).max(max);

const LATENCY = z.object({
  count,
  mean: amount,
  p50: amount,
  p90: amount,
  p99: amount,
  p999: amount,
  max: amount,
  noise: z.object({ p50: amount, p99: amount }).nullable(),
  histogram: list(z.object({ fromMs: amount, toMs: amount, count })),
});

const ROUTE = z.enum(Object.keys(ROUTE_MEANINGS) as BenchRoute[]);
const STAGE = z.enum(Object.keys(STAGES) as Stage[]);

const TIMELINE_POINT = z.object({
  fromSeconds: amount,
  seconds: amount,
  offered: count,
  served: count,
  held: count,
  errors: count,
  p50: perhaps,
  p99: perhaps,
  max: perhaps,
  serverCores: perhaps,
  serverMb: perhaps,
});

const KNEE = z.object({
  ratePerSecond: perhaps,
  searches: list(perhaps),
  agrees: z.boolean(),
  limits: z.object({ p99Ms: amount, servedShare: amount }),
  steps: list(
    z.object({
      ratePerSecond: amount,
      seconds: amount,
      servedPerSecond: amount,
      p50: perhaps,
      p99: perhaps,
      errors: count,
      held: count,
      failure: z.string().nullable(),
    }),
  ),
});

const PLAN = z.object({
  preset: z.string(),
  target: z.object({ kind: z.enum(['own', 'running']), url: z.string() }),
  devices: count,
  screens: z.record(z.string(), count),
  mode: z.enum(['device', 'cold', 'hot']),
  refreshSeconds: perhaps,
  ratePerSecond: perhaps,
  durationSeconds: amount,
  seed: z.number(),
});

const REUSE = z.object({
  reused: count,
  joined: count,
  fresh: count,
  notReusable: z.record(z.string(), count),
});

/** Fields that are not known are left out: a later version may have written them. */
const RESULT: z.ZodType<BenchResult> = z.object({
  format: z.literal(RESULT_FORMAT),
  stipple: z.string(),
  startedAt: z.string(),
  machine: z.object({
    cpu: z.string(),
    cores: count,
    memoryMb: amount,
    node: z.string(),
    platform: z.string(),
  }),
  plan: PLAN,
  cutShort: z.string().nullable(),
  seconds: amount,
  offered: count,
  sent: count,
  served: count,
  held: count,
  unchanged: count,
  // Versions before it had none.
  reuse: REUSE.nullable().default(null),
  routes: z.partialRecord(ROUTE, LATENCY),
  stages: z.partialRecord(STAGE, LATENCY),
  errors: list(z.object({ kind: z.string(), route: ROUTE, count, example: z.string() })),
  bytes: z.object({ received: amount, sent: amount, pictures: amount }),
  timeline: list(TIMELINE_POINT, MAX_PIECES),
  server: z.object({ startMs: amount, cpuSeconds: amount, peakMb: amount, endMb: amount }).nullable(),
  client: z.object({ cpuSeconds: amount, lagP99Ms: amount }),
  knee: KNEE.nullable(),
  warnings: list(z.string()),
});

/** So much of a text or path of the file is shown. */
const SHOWN = 60;

/**
 * Read the text of a result file, of which the caller has read no more than `BENCH_LIMITS.resultBytes`.
 * @returns the result, or what is wrong in one sentence that does not name the file
 */
export function readResult(text: string): Result<BenchResult, string> {
  if (Buffer.byteLength(text) > BENCH_LIMITS.resultBytes) {
    return err(`expected a result of stipple bench, got more than ${BENCH_LIMITS.resultBytes} bytes`);
  }
  const json = parseJson(text);
  if (!json.ok) return json;
  if (
    !isPlainObject(json.value) ||
    !Object.hasOwn(json.value, 'format') ||
    !Object.hasOwn(json.value, 'plan')
  ) {
    return err('expected a result of stipple bench (the file that --json writes), got other JSON');
  }
  const { format } = json.value;
  if (format !== RESULT_FORMAT) {
    return err(`expected a result of format ${RESULT_FORMAT}, got format ${shown(format)}`);
  }
  const { success, data, error } = RESULT.safeParse(json.value);
  if (success) return ok(data);
  const [issue] = error.issues;
  return err(issue === undefined ? 'expected a result of stipple bench' : problemOf(issue, json.value));
}

function parseJson(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(`expected JSON, got ${text.trim() === '' ? 'nothing' : shown(text)}`);
  }
}

/** A value as it is shown in a sentence. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isPlainObject(value)) return 'a map';
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN)) : String(value);
  return foreignLine(text);
}

/** `routes.display.p50: expected a number of at least 0, got "x"`. */
function problemOf(issue: z.core.$ZodIssue, result: unknown): string {
  const path = issue.path.map((step) => foreignLine(String(step).slice(0, SHOWN))).join('.');
  return `${path}: expected ${expected(issue)}, got ${shown(valueAt(result, issue.path))}`;
}

function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_WORDS[issue.expected] ?? 'another value';
    case 'too_small':
      return `a number of at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `at most ${issue.maximum} items`
        : `a number of at most ${issue.maximum}`;
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.join(', ')}`;
    case 'unrecognized_keys':
    case 'invalid_key':
      return 'only known names';
    default:
      return 'another value';
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
};

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<PropertyKey, unknown>>)[step];
  }
  return at;
}
