/** What the main thread knows of a compose job while it runs. */
import type { Logger } from '../base/logger.ts';
import type { ComposeJob, ComposeResult } from '../render/jobs.ts';
import type { Slot } from '../scheduling/slot.ts';
import type { Screen } from '../screens/screen.ts';
import type { RunningJob } from './job-pool.ts';

/** A job with all that the main thread knows of its screen. */
export type PooledCompose = ComposeJob & { readonly screen: Screen };

export interface RunningCompose {
  readonly job: PooledCompose;
  readonly running: RunningJob<ComposeResult>;
  readonly slot: Slot;
  readonly log: Logger;
  /** Values of sensitive params, which no log line may show. */
  readonly secrets: readonly string[];
  /** Ends what the job waits for when the job ends; made when it first waits. */
  aborter: AbortController | null;
  /** HTTP requests so far. */
  requests: number;
  /** Where the script was when its CPU time ran out. */
  overrunAt: string | null;
}
