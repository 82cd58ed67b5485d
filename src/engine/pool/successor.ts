/** New workers in the place of others: started and tried out first, and given up where they are no good. */
import type { Failure } from '../../platform/base/failure.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { JobPool } from './job-pool.ts';
import type { RenewablePool } from './renewable-pool.ts';

/** Workers that are ready to take over. Use one of the two, once. */
export interface Successor {
  /** Give all jobs to them from now on. Resolves when those before them have ended. */
  takeOver(): Promise<void>;
  /** End them. */
  discard(): Promise<void>;
}

/** The workers of a pool, and those that are to take their place. */
export interface PoolRenewal<Job, Answer> {
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
