/** The times of stages, on their way from the workers to logs, metrics and headers. */
import type { Result } from './result.ts';
import { STAGES, type Stage, type StageTimes } from './stages.ts';

/** A result with the time of each stage that was reached, be it a failure. */
export type Timed<T> = Result<T> & { readonly stagesMs: StageTimes };

/** A result from a pool of workers: without times where the worker does not measure, or was killed. */
export type Answered<T> = Result<T> & { readonly stagesMs?: StageTimes };

const NAMES = Object.keys(STAGES) as readonly Stage[];

/** What a screen itself takes until its picture can be drawn: all but the wait for a thread. */
const OWN_STAGES: readonly Stage[] = ['script', 'upstream', 'template', 'check'];

/** The stages that took place and their times, in order. */
export function stagesIn(times: StageTimes): readonly (readonly [stage: Stage, ms: number])[] {
  return NAMES.flatMap((stage) => {
    const ms = times[stage];
    return ms === undefined ? [] : [[stage, ms] as const];
  });
}

/** The times of two pieces of work in one. */
export function addTimes(first: StageTimes, second: StageTimes): StageTimes {
  const sum: StageTimes = { ...first };
  for (const [stage, ms] of stagesIn(second)) sum[stage] = (sum[stage] ?? 0) + ms;
  return sum;
}

/** The time of the screen itself, without drawing and waiting; null where it did not run. */
export function ownTime(timesMs: StageTimes): number | null {
  let [sum, hasRun] = [0, false];
  for (const stage of OWN_STAGES) {
    const ms = timesMs[stage];
    if (ms === undefined) continue;
    sum += ms;
    hasRun = true;
  }
  return hasRun ? sum : null;
}

/** Times as log lines show them: to a hundredth of a millisecond. */
export function roundTimes(times: StageTimes): StageTimes {
  return Object.fromEntries(stagesIn(times).map(([stage, ms]) => [stage, Math.round(ms * 100) / 100]));
}

/**
 * Read times that come from a confined process, which may send anything: only stages that exist, and times that are
 * possible.
 * @param withinMs  how long the work took, as its observer saw it
 */
export function readTimes(sent: unknown, withinMs: number): StageTimes {
  const given = (typeof sent === 'object' && sent !== null ? sent : {}) as Readonly<Record<string, unknown>>;
  const times: StageTimes = {};
  for (const stage of NAMES) {
    const ms = Object.hasOwn(given, stage) ? given[stage] : undefined;
    if (typeof ms === 'number' && ms >= 0 && ms <= withinMs) times[stage] = ms;
  }
  return times;
}
