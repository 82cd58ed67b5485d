/** What the main thread knows of a compose job while it runs. */
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import type { ComposeJob, TryResult } from '../jobs/jobs.ts';
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
