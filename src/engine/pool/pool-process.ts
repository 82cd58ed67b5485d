/** A process of a pool, and the job that it has. */
import type { ConfinedProcess, ProcessEnd } from '../../pictures/isolation/confined-process.ts';
import type { Failure } from '../../platform/base/failure.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { Answered } from '../../platform/base/stages.ts';

export interface PendingJob<Job, Answer> {
  readonly job: Job;
  readonly what: string;
  readonly log: Logger;
  readonly settle: (result: Answered<Answer>) => void;
  readonly sinceMs: number;
  settled: boolean;
  /** The process that has it; null while it waits. */
  worker: PoolProcess<Job, Answer> | null;
}

export interface PoolProcess<Job, Answer> {
  readonly number: number;
  readonly process: ConfinedProcess;
  ready: boolean;
  /** Whether it was ready so soon that a new one may take its place when it is needed. */
  isQuickToLoad: boolean;
  job: PendingJob<Job, Answer> | null;
  idleTimer: NodeJS.Timeout | null;
  /** True once it has been told to end, and takes no more work. */
  leaving: boolean;
}

/** Why a job has no result whose process has ended. */
export function lost(what: string, { outOfMemory }: ProcessEnd): Failure {
  return {
    code: 'worker_lost',
    message: outOfMemory
      ? `${what} needed more memory than it may have`
      : `the process that worked on ${what} ended unexpectedly: it crashed, or needed too much memory`,
  };
}
