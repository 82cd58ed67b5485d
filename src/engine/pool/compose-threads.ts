/** The threads of the compose pool: opened at the start, and anew for other fonts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineEvents } from '../../domain/engine-events.ts';
import { workerFile } from '../../platform/base/entry-files.ts';
import type { Failure } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { Result } from '../../platform/base/result.ts';
import type { WasmModule } from '../../platform/base/web-assembly.ts';
import type { ComposeSetup, TryResult, WorkerMessage } from '../jobs/jobs.ts';
import type { PostedCompose } from '../jobs/posted-compose.ts';
import type { Side } from '../scheduling/slot.ts';
import { prepareSuccessor, type RenewablePool, type Successor } from './renewable-pool.ts';
import { WorkerPool } from './worker-pool.ts';

/** Threads that are always there. Those of the back, of 20 MB each, start when the front has no room for their jobs. */
const FEWEST: Readonly<Record<Side, number>> = { front: 1, back: 0 };
const HEAP_MB = 256;
/** How much later than its deadline a job is ended with its thread: nearly all end by themselves. */
const GRACE_MS = 500;
/** New threads load in a fraction of a second; those that have not by then never will. */
const LOAD_MS = 15_000;

const NOT_LOADED: Failure = {
  code: 'worker_lost',
  message: `new threads for scripts were not ready within ${LOAD_MS / 1000} seconds`,
};

type Threads = WorkerPool<PostedCompose, TryResult>;

/** The threads of both sides. */
export interface ComposeThreads extends Readonly<Record<Side, Threads>> {
  /** Start the thread that is always there. Resolves when it is ready for jobs. */
  load(): Promise<void>;
}

interface ComposeThreadsOptions {
  readonly log: Logger;
  /** The `fonts` table of scripts. */
  readonly fonts: PlainValue;
  /** Most threads of each side. */
  readonly threads: Readonly<Record<Side, number>>;
  readonly events?: EngineEvents;
  readonly warmUp?: boolean;
  lua(): Promise<WasmModule>;
  onMessage(message: WorkerMessage): void;
}

/** Open threads without starting them. */
export function openThreads(options: ComposeThreadsOptions): ComposeThreads {
  const sides = { front: openSide(options, 'front'), back: openSide(options, 'back') };
  return {
    front: sides.front.threads,
    back: sides.back.threads,
    load: async () => {
      await sides.front.threads.start();
      await sides.front.loaded;
    },
  };
}

function openSide(
  options: ComposeThreadsOptions,
  side: Side,
): { readonly threads: Threads; readonly loaded: Promise<void> } {
  const { threads: most, log, fonts, events = new EngineEvents(), warmUp = false } = options;
  let finish: () => void = () => {};
  const loaded = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const threads: Threads = new WorkerPool({
    filename: workerFile('compose'),
    minThreads: Math.min(FEWEST[side], most[side]),
    maxThreads: most[side],
    maxQueue: LIMITS.composeQueue,
    graceMs: GRACE_MS,
    timeoutCode: 'compose_timeout',
    workerData: async (waiting): Promise<ComposeSetup> => {
      return { fonts, lua: await options.lua(), waiting: warmUp ? waiting : null };
    },
    onMessage: (message) => {
      options.onMessage(message as WorkerMessage);
      if ((message as WorkerMessage).kind === 'bridge') finish();
    },
    log,
    onLost: (why) => events.emit('workerLost', 'compose', why),
    heapMb: HEAP_MB,
  });
  return { threads, loaded };
}

/** Start the thread that is always there. Resolves when it is ready for jobs, or has had the time for it. */
export async function startThreads(threads: ComposeThreads): Promise<void> {
  await Promise.race([threads.load(), sleep(LOAD_MS, null, { ref: false })]);
}

/**
 * Start threads that are to take over from those of the pools.
 * @param signal ends them before they have taken over
 */
export function prepareThreads(
  pools: Readonly<Record<Side, RenewablePool<PostedCompose, TryResult>>>,
  threads: ComposeThreads,
  signal: AbortSignal,
): Promise<Result<Successor>> {
  const prove = async (): Promise<Failure | null> => {
    const proven = new AbortController();
    const late = sleep(LOAD_MS, NOT_LOADED, { signal: AbortSignal.any([signal, proven.signal]) });
    const started = threads.load().then(() => null);
    const end = await Promise.race([started, late.catch(() => NOT_LOADED)]);
    proven.abort();
    return end;
  };
  const renewals = [
    { pool: pools.front, by: threads.front },
    { pool: pools.back, by: threads.back },
  ];
  return prepareSuccessor(renewals, prove, signal);
}
