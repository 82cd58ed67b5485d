/**
 * A pool whose workers can be replaced by others while the server works: new jobs go to the new workers, those that run
 * finish where they began.
 */
import { EventEmitter, once } from 'node:events';
import type { Deadline } from '../../platform/base/deadline.ts';
import type { Failure } from '../../platform/base/failure.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { JobPool, RunningJob } from './job-pool.ts';

/** A pool with the number of jobs that it has. */
interface Generation<Job, Answer> {
  readonly pool: JobPool<Job, Answer>;
  jobs: number;
}

export class RenewablePool<Job, Answer> implements JobPool<Job, Answer> {
  #current: Generation<Job, Answer>;
  /** All that have workers: the current one, and former ones with jobs. */
  readonly #living = new Set<Generation<Job, Answer>>();
  /** Emits `change` when a job has ended. */
  readonly #changes = new EventEmitter();
  #stopped = false;

  constructor(pool: JobPool<Job, Answer>) {
    this.#current = { pool, jobs: 0 };
    this.#living.add(this.#current);
  }

  start(): Promise<void> {
    return this.#current.pool.start();
  }

  get queued(): number {
    return this.#sum(({ queued }) => queued);
  }

  get size(): number {
    return this.#sum(({ size }) => size);
  }

  run(job: Job, what: string, deadline: Deadline, log?: Logger): RunningJob<Answer> {
    const generation = this.#current;
    const running = generation.pool.run(job, what, deadline, log);
    generation.jobs += 1;
    void running.answer.then(() => {
      generation.jobs -= 1;
      this.#changes.emit('change');
    });
    return running;
  }

  /** Give all jobs to another pool from now on. Resolves when the former one has ended, after the last of its jobs. */
  async replace(pool: JobPool<Job, Answer>): Promise<void> {
    const former = this.#current;
    this.#current = { pool, jobs: 0 };
    this.#living.add(this.#current);
    if (this.#stopped) return pool.stop(0);
    // Every job has a deadline, so this ends.
    while (former.jobs > 0) await once(this.#changes, 'change');
    if (this.#stopped) return;
    await former.pool.stop(0);
    this.#living.delete(former);
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#living].map(({ pool }) => pool.stop(graceMs)));
  }

  #sum(of: (pool: JobPool<Job, Answer>) => number): number {
    let sum = 0;
    for (const { pool } of this.#living) sum += of(pool);
    return sum;
  }
}

/** Workers that are ready to take over. Use one of the two, once. */
export interface Successor {
  /** Give all jobs to them from now on. Resolves when those before them have ended. */
  takeOver(): Promise<void>;
  /** End them. */
  discard(): Promise<void>;
}

/** The workers of a pool, and those that are to take their place. */
interface PoolRenewal<Job, Answer> {
  readonly pool: RenewablePool<Job, Answer>;
  readonly by: JobPool<Job, Answer>;
}

/**
 * Prepare new workers.
 * @param prove  starts them and sees whether they work; gives the failure where they do not
 * @param signal ends them
 */
export async function prepareSuccessor<Job, Answer>(
  renewals: readonly PoolRenewal<Job, Answer>[],
  prove: () => Promise<Failure | null>,
  signal: AbortSignal,
): Promise<Result<Successor>> {
  let ended: Promise<unknown> | null = null;
  const discard = async (): Promise<void> => {
    ended ??= Promise.all(renewals.map(({ by }) => by.stop(0)));
    await ended;
  };
  const end = (): void => void discard();
  signal.addEventListener('abort', end);
  const failure = await prove().catch((cause: unknown) => lost(cause));
  signal.removeEventListener('abort', end);
  if (failure !== null) {
    await discard();
    return err(failure);
  }
  const takeOver = async (): Promise<void> => {
    await Promise.all(renewals.map(({ pool, by }) => pool.replace(by)));
  };
  return ok({ takeOver, discard });
}

function lost(cause: unknown): Failure {
  return { code: 'worker_lost', message: cause instanceof Error ? cause.message : String(cause) };
}
