/** What the main thread knows of a compose job while it runs, and what the end of a try tells it. */

import { monotonicMs } from '../../platform/base/clock.ts';
import type { FailureCode } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { Result } from '../../platform/base/result.ts';
import type { StageTimes } from '../../platform/base/stages.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import type { ComposeJob, TryResult } from '../jobs/jobs.ts';
import type { RunEnding } from '../scheduling/screen-costs.ts';
import type { Slot } from '../scheduling/slot.ts';
import type { RunningJob } from './job-pool.ts';
import type { RunHistory } from './run-history.ts';
import type { RunWatch } from './run-watch.ts';
import type { Suspension } from './suspensions.ts';

/** A job with all that the main thread knows of its screen. */
export type PooledCompose = ComposeJob & { readonly screen: Screen };

export interface RunningCompose {
  readonly job: PooledCompose;
  readonly running: RunningJob<TryResult>;
  readonly slot: Slot;
  readonly log: Logger;
  /** Values of sensitive params, which no log line may show. */
  readonly secrets: readonly string[];
  /** Whoever sees what the script says and requests; null where nobody does. */
  readonly watch: RunWatch | null;
  /** What this try and those before it got. */
  readonly history: RunHistory;
  /** Questions, HTTP requests among them, and log lines of this try so far. */
  questions: number;
  requests: number;
  lines: number;
  /** The thread was given back; the next try begins when the answer is there. */
  suspension: Suspension | null;
  /** Where the script was when its CPU time ran out. */
  overrunAt: string | null;
}

/** End work that the sandbox cannot end: outside Lua on the script's behalf, such as a slow CSS selector. */
export function endOverrun({ running, job, overrunAt }: RunningCompose): void {
  const where = overrunAt === null ? '' : ` (at ${overrunAt})`;
  const seconds = LIMITS.scriptCpuMs / 1000;
  running.cancel({
    code: 'script_timeout',
    message: `the script of "${job.screen.ref}" used more than ${seconds} seconds of CPU time${where}`,
  });
}

/** Failures of runs that would have taken longer, by an unknown time. */
const CUT_SHORT: ReadonlySet<FailureCode> = new Set(['script_timeout', 'compose_timeout', 'worker_lost']);

/**
 * The times of a try. For its thread, all time from a question to its answer is `upstream`; what of that was not needed
 * for the answer was a wait for the next turn. A try whose thread was killed has spent its time in the script, as far as
 * anyone knows.
 */
export function timesOfTry(measured: StageTimes | undefined, slot: Slot, askedMs: number): StageTimes {
  const { waitedMs } = slot.usage;
  if (measured === undefined) {
    const script = Math.max(monotonicMs() - slot.startedMs - waitedMs, 0);
    const waited = waitedMs === 0 ? {} : { upstream: waitedMs };
    return { place: slot.startedMs - askedMs, script, ...waited };
  }
  const { place = 0, upstream = 0 } = measured;
  if (upstream === 0) return measured;
  const answering = Math.min(upstream, waitedMs);
  return { ...measured, place: place + upstream - answering, upstream: answering };
}

/** What the end of a try says about what its screen takes. */
export function endingOf(result: Result<TryResult>): RunEnding {
  if (result.ok) return result.value.kind === 'anew' ? 'running' : 'done';
  const { code } = result.error;
  if (code === 'overloaded') return 'running';
  return CUT_SHORT.has(code) ? 'cut short' : 'failed';
}
