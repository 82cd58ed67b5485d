/** What the main thread knows of a compose job while it runs. */
import type { Logger } from '../base/logger.ts';
import type { ComposeResult } from '../render/jobs.ts';
import type { Place } from './gate.ts';
import type { RunningJob } from './job-pool.ts';

export interface ComposeTicket {
  readonly jobId: number;
  readonly log: Logger;
  /** Values of sensitive params, which no log line may show. */
  readonly secrets: readonly string[];
  readonly running: RunningJob<ComposeResult>;
  readonly beat: SharedArrayBuffer;
  readonly screenRef: string;
  readonly allowPrivateNetwork: boolean;
  /** When it started and when it is given up, as `monotonicMs` says. */
  readonly startedMs: number;
  readonly deadlineMs: number;
  /** Ends the job's HTTP requests when the job ends; made with the first of them. */
  aborter: AbortController | null;
  readonly side: 'front' | 'back';
  /** Its thread; null once that was taken from it. */
  thread: Place | null;
  /** Its place among the jobs that compute; null while it waits for something. */
  turn: Place | null;
  /** Since when it has had its turn. */
  turnMs: number;
  /** What it waits for at the moment. */
  sleep: Sleep | null;
  /** Time that it has waited for answers, in ms. */
  waitedMs: number;
  /** True once it has asked for anything but a turn. */
  asked: boolean;
  /** Hosts that it has asked. */
  readonly hosts: Set<string>;
  /** HTTP requests so far. */
  requests: number;
  /** Where the script was when its CPU time ran out. */
  overrunAt: string | null;
}

export interface Sleep {
  /** Since when the wait counts as the job's own; null while it waits for its turn. */
  sinceMs: number | null;
  /** Wake the job, and let it end. */
  readonly end: () => void;
}
