/** What a pool of workers offers, be they threads or processes. */

import type { WorkerLoss } from '../../domain/engine-events.ts';
import { type Deadline, leftMs } from '../../platform/base/deadline.ts';
import type { Failure, FailureCode } from '../../platform/base/failure.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { Answered } from '../../platform/base/stages.ts';

/** A job under way: `cancel` ends it with a failure of its own, and kills its worker if it runs. */
export interface RunningJob<Answer> {
  readonly answer: Promise<Answered<Answer>>;
  cancel(failure: Failure): void;
}

export interface JobPool<Job, Answer> {
  /** Start the workers. The first job does it too; a server does it once it listens. */
  start(): Promise<void>;
  /** Jobs that wait for a worker. */
  readonly queued: number;
  /** Workers that live. */
  readonly size: number;
  /**
   * Start a job, which is cancelled at its deadline. Its answer never rejects.
   * @param what  names the work in messages
   * @param log   of the call that wants it, where there is one: for the line about a worker that is lost
   */
  run(job: Job, what: string, deadline: Deadline, log?: Logger): RunningJob<Answer>;
  /** Let running jobs finish, at most `graceMs`, then end all workers. */
  stop(graceMs: number): Promise<void>;
}

/** Why a worker is lost whose job is cancelled with a failure; null where the pool only ends. */
export function lossBy({ code }: Failure): WorkerLoss | null {
  if (code === 'overloaded') return null;
  return code === 'script_timeout' ? 'cpu_limit' : 'deadline';
}

/** The failure of a job that starts now and is not done at its deadline. */
export function timeoutFailure(code: FailureCode, what: string, deadline: Deadline): Failure {
  const seconds = Math.round(leftMs(deadline) / 100) / 10;
  return { code, message: `${what} gave no result within ${seconds} seconds` };
}
