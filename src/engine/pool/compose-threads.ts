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

interface Countdown {
  /** Resolves with the last call. */
  readonly done: Promise<void>;
  /** One of them. */
  count(): void;
}

function countdown(calls: number): Countdown {
  let missing = calls;
  let finish: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const count = (): void => {
    missing -= 1;
    if (missing === 0) finish();
  };
  return { done, count };
}

/** Threads that are always there, in front. Further ones start when a second job waits. */
const MIN_FRONT = 1;
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
  /** Start them; without any, the back stays closed. */
  start(): Promise<void>;
  /** Resolves when those that are always there are ready for jobs. */
  readonly loaded: Promise<void>;
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

/** Whether the back may be without threads until it needs them: where the front can spare one for a guest. */
export function backStartsLate({ front }: Readonly<Record<Side, number>>): boolean {
  return front > 1;
}

/** Open threads without starting them. */
export function openThreads(options: ComposeThreadsOptions): ComposeThreads {
  const { threads, log, fonts, events = new EngineEvents(), warmUp = false } = options;
  const fewest = { front: MIN_FRONT, back: backStartsLate(threads) ? 0 : Math.min(1, threads.back) };
  const loaded = countdown(fewest.front + fewest.back);
  const open = (side: Side): Threads =>
    new WorkerPool({
      filename: workerFile('compose'),
      minThreads: fewest[side],
      maxThreads: threads[side],
      maxQueue: LIMITS.composeQueue,
      graceMs: GRACE_MS,
      timeoutCode: 'compose_timeout',
      workerData: async (waiting): Promise<ComposeSetup> => {
        return { fonts, lua: await options.lua(), waiting: warmUp ? waiting : null };
      },
      onMessage: (message) => {
        options.onMessage(message as WorkerMessage);
        if ((message as WorkerMessage).kind === 'bridge') loaded.count();
      },
      log,
      onLost: (why) => events.emit('workerLost', 'compose', why),
      heapMb: HEAP_MB,
    });
  const front = open('front');
  const back = open('back');
  const start = async (): Promise<void> => {
    await Promise.all([front.start(), threads.back > 0 ? back.start() : null]);
  };
  return { front, back, start, loaded: loaded.done };
}

/** Start threads. Resolves when they are ready for jobs, or have had the time for it. */
export async function startThreads(threads: ComposeThreads): Promise<void> {
  await threads.start();
  await Promise.race([threads.loaded, sleep(LOAD_MS, null, { ref: false })]);
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
    const started = threads.start().then(() => threads.loaded);
    const end = await Promise.race([started, late.catch(() => NOT_LOADED)]);
    proven.abort();
    return end ?? null;
  };
  const renewals = [
    { pool: pools.front, by: threads.front },
    { pool: pools.back, by: threads.back },
  ];
  return prepareSuccessor(renewals, prove, signal);
}
