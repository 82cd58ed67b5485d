/** Whether a run keeps the limits that its caller gave: the exit code of `stipple bench` in a CI. */
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { BenchResult } from '../result.ts';
import { errorCount } from './figures.ts';
import { countedText, countText, msText, NBSP, rateText, shareText } from './units.ts';

/** Errors that a run may have: so many, or such a part of its wakes. */
export type ErrorBound =
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'share'; readonly share: number };

/** Null where there is no limit. */
export interface VerdictLimits {
  readonly maxP99Ms: number | null;
  readonly maxErrors: ErrorBound | null;
}

export interface RunVerdict {
  readonly passed: boolean;
  /** One for each limit that was given. */
  readonly sentences: readonly string[];
}

interface Judged {
  readonly passed: boolean;
  readonly sentence: string;
}

const EXPECTED_BOUND = 'expected a number of errors such as 0, or a share of the wakes such as 1%';

/** Read `--max-errors`: `0`, `25`, `1%`, `0.5 %`. */
export function parseErrorBound(text: string): Result<ErrorBound, string> {
  const refused = err(`${EXPECTED_BOUND}, got ${JSON.stringify(text.slice(0, 40))}`);
  const percent = /^(\d{1,3}(?:\.\d{1,6})?) ?%$/.exec(text)?.[1];
  if (percent !== undefined) {
    return Number(percent) <= 100 ? ok({ kind: 'share', share: Number(percent) / 100 }) : refused;
  }
  return /^\d{1,15}$/.test(text) ? ok({ kind: 'count', count: Number(text) }) : refused;
}

/**
 * Judge a run.
 *
 * `maxP99Ms` holds for display and for image, each by itself: these are the calls for which a device waits. A whole
 * cycle is not judged, as it contains them, and setup and log keep no picture waiting. A route that was not called
 * keeps every limit, but one of the two must have been.
 *
 * `maxErrors` counts calls that failed and wakes that were due and never sent. A share is one of the wakes that were
 * due. A 429 is no error: the server protects itself, and the device comes back.
 *
 * A search for the knee overloads the server on purpose, so only the steps that the server kept up with are judged,
 * and there must be one.
 */
export function judgeRun(result: BenchResult, limits: VerdictLimits): RunVerdict {
  const judged = judge(result, limits);
  return { passed: judged.every(({ passed }) => passed), sentences: judged.map(({ sentence }) => sentence) };
}

function judge(result: BenchResult, { maxP99Ms, maxErrors }: VerdictLimits): readonly Judged[] {
  if (maxP99Ms === null && maxErrors === null) return [];
  if (result.offered === 0) {
    return [{ passed: false, sentence: 'no wake was due, so no limit can be said to hold' }];
  }
  if (result.knee !== null && result.knee.ratePerSecond === null) {
    return [{ passed: false, sentence: 'the server did not keep up with the lowest rate' }];
  }
  return [
    ...(maxP99Ms === null ? [] : judgeP99(result, maxP99Ms)),
    ...(maxErrors === null ? [] : [judgeErrors(result, maxErrors)]),
  ];
}

function judgeP99(result: BenchResult, maxMs: number): readonly Judged[] {
  if (result.knee !== null) return [judgeKeptSteps(result, maxMs)];
  const judged = (['display', 'image'] as const).flatMap((route) => {
    const latency = result.routes[route];
    if (latency === undefined || latency.count === 0) return [];
    const passed = latency.p99 <= maxMs;
    const sentence = `${route} p99 of ${exactMs(latency.p99, maxMs)} is ${passed ? 'within' : 'over'} ${msText(maxMs)}`;
    return [{ passed, sentence }];
  });
  if (judged.length > 0) return judged;
  return [
    { passed: false, sentence: 'no display or image call was answered, so no p99 can be said to hold' },
  ];
}

/** With more digits where it would else look the same as the limit. */
function exactMs(ms: number, maxMs: number): string {
  return ms !== maxMs && msText(ms) === msText(maxMs) ? `${ms.toFixed(2)}${NBSP}ms` : msText(ms);
}

function judgeKeptSteps(result: BenchResult, maxMs: number): Judged {
  const kept = keptSteps(result).toSorted((a, b) => (b.p99 ?? 0) - (a.p99 ?? 0))[0];
  const p99 = kept?.p99 ?? null;
  if (kept === undefined || p99 === null) {
    return { passed: false, sentence: 'no step of the search that the server kept has a p99' };
  }
  const passed = p99 <= maxMs;
  const at = `at ${rateText(kept.ratePerSecond)} wakes/s`;
  return {
    passed,
    sentence: `cycle p99 of ${exactMs(p99, maxMs)} ${at} is ${passed ? 'within' : 'over'} ${msText(maxMs)}`,
  };
}

function keptSteps({ knee }: BenchResult) {
  return (knee?.steps ?? []).filter(({ failure }) => failure === null);
}

function judgeErrors(result: BenchResult, bound: ErrorBound): Judged {
  const { errors, wakes } = countFailures(result);
  const share = wakes === 0 ? 0 : Math.min(1, errors / wakes);
  const passed = bound.kind === 'count' ? errors <= bound.count : share <= bound.share;
  const allowed = bound.kind === 'count' ? countText(bound.count) : shareText(bound.share);
  const got =
    bound.kind === 'count'
      ? countedText(errors, 'error')
      : `${countedText(errors, 'error')} in ${countedText(wakes, 'wake')} (${shareText(share)})`;
  const are = errors === 1 ? 'is' : 'are';
  return { passed, sentence: `${got} ${are} ${passed ? 'within' : 'over'} the ${allowed} allowed` };
}

function countFailures(result: BenchResult): { readonly errors: number; readonly wakes: number } {
  if (result.knee === null) {
    return { errors: errorCount(result) + Math.max(0, result.offered - result.sent), wakes: result.offered };
  }
  const steps = keptSteps(result);
  return {
    errors: steps.reduce((sum, step) => sum + step.errors, 0),
    wakes: Math.round(steps.reduce((sum, step) => sum + step.ratePerSecond * step.seconds, 0)),
  };
}
