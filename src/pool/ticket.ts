/** What the main thread knows of a compose job while it runs. */
import type { Logger } from '../base/logger.ts';
import type { ComposeResult } from '../render/jobs.ts';
import type { RunningJob } from './worker-pool.ts';

export interface ComposeTicket {
  readonly log: Logger;
  /** Values of sensitive params, which no log line may show. */
  readonly secrets: readonly string[];
  readonly running: RunningJob<ComposeResult>;
  readonly beat: SharedArrayBuffer;
  readonly screenRef: string;
  readonly allowPrivateNetwork: boolean;
  /** Ends the job's HTTP requests when the job ends; made with the first of them. */
  aborter: AbortController | null;
  /** False while the script waits for the network, and once it has computed so long that others go first. */
  holdsPlace: boolean;
  /** HTTP requests so far. */
  requests: number;
  /** Where the script was when its CPU time ran out. */
  overrunAt: string | null;
}
