/** What a pool of workers offers, be they threads or processes. */
import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';

/** One job on its way: `cancel` ends it with a failure of its own, and kills its worker if it runs. */
export interface RunningJob<Answer> {
  readonly answer: Promise<Result<Answer>>;
  cancel(failure: Failure): void;
}

export interface JobPool<Job, Answer> {
  /** Start the workers. The first job does it too; a server does it once it listens. */
  start(): Promise<void>;
  /** Jobs that wait for a worker. */
  readonly queued: number;
  /** Workers that live. */
  readonly size: number;
  /** Start a job. Its answer never rejects. `what` names the work in messages. */
  run(job: Job, what: string): RunningJob<Answer>;
  /** Let what runs finish, at most `graceMs`, then end all workers. */
  stop(graceMs: number): Promise<void>;
}
