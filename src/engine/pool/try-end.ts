/** What the end of a try of a compose job tells: its times, and what its screen takes. */
import { monotonicMs } from '../../platform/base/clock.ts';
import type { FailureCode } from '../../platform/base/failure.ts';
import type { Result } from '../../platform/base/result.ts';
import type { StageTimes } from '../../platform/base/stages.ts';
import type { TryResult } from '../jobs/jobs.ts';
import type { RunEnding } from '../scheduling/screen-costs.ts';
import type { Slot } from '../scheduling/slot.ts';

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
