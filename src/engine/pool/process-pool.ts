/**
 * A pool of confined processes with a bounded queue and a deadline on every job. A process has one job at a time. One
 * that dies, or does not finish in time, fails only that job and is replaced.
 */
import { EventEmitter, once } from 'node:events';
import { ConfinedProcess, type ProcessEnd } from '../../pictures/isolation/confined-process.ts';
import type { Message } from '../../pictures/isolation/frames.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { type Deadline, leftMs } from '../../platform/base/deadline.ts';
import type { Failure } from '../../platform/base/failure.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { err } from '../../platform/base/result.ts';
import type { Answered } from '../../platform/base/stages.ts';
import { BUSY } from '../../platform/queues/priority-semaphore.ts';
import { type AnswerHeader, joinAnswer } from '../jobs/process-answers.ts';
import { type JobPool, lossBy, type RunningJob, timeoutFailure } from './job-pool.ts';
import { lost, type PendingJob, type PoolProcess } from './pool-process.ts';
import type { ProcessPoolOptions } from './process-pool-options.ts';
import { Shortage } from './shortage.ts';

/** Spare processes beyond the smallest number end after this time without work. */
const SPARE_IDLE_MS = 60_000;
/** So do the last ones after this, where a new one loads so quickly that its first picture hardly notices. */
const LAST_IDLE_MS = 600_000;
const QUICK_LOAD_MS = 300;
/** Wait after a process that died before it was ready, doubled with each further one. */
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 5_000;

export class ProcessPool<Job, Answer> implements JobPool<Job, Answer> {
  readonly #options: ProcessPoolOptions;
  readonly #workers = new Set<PoolProcess<Job, Answer>>();
  readonly #waiting = new Set<PendingJob<Job, Answer>>();
  #lastNumber = 0;
  #retryMs = RETRY_MIN_MS;
  #retryTimer: NodeJS.Timeout | null = null;
  #growTimer: NodeJS.Timeout | null = null;
  readonly #shortage = new Shortage();
  /** True from the start and the first job on, until the last process has ended for lack of work. */
  #isAwake = false;
  #stopped = false;
  #hasWarned = false;
  /** Emits `change` when a job or a process has ended, or a process is ready. */
  readonly #changes = new EventEmitter();

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
  }

  /** Resolves when the smallest number of processes is ready. */
  async start(): Promise<void> {
    this.#isAwake = true;
    this.#grow();
    await this.#until(() => this.#count((worker) => worker.ready) >= this.#options.minProcesses);
  }

  get queued(): number {
    return this.#waiting.size;
  }

  get size(): number {
    return this.#workers.size;
  }

  run(job: Job, what: string, deadline: Deadline, log: Logger = this.#options.log): RunningJob<Answer> {
    const { maxQueue, timeoutCode } = this.#options;
    if (this.#waiting.size >= maxQueue || this.#stopped) {
      return { answer: Promise.resolve(err(BUSY)), cancel: () => {} };
    }
    let settle: (result: Answered<Answer>) => void = () => {};
    const answer = new Promise<Answered<Answer>>((resolve) => {
      settle = resolve;
    });
    const pending: PendingJob<Job, Answer> = {
      job,
      what,
      log,
      settle,
      sinceMs: monotonicMs(),
      settled: false,
      worker: null,
    };
    const cancel = (failure: Failure): void => this.#cancel(pending, failure);
    const failure = timeoutFailure(timeoutCode, what, deadline);
    const timer = setTimeout(cancel, leftMs(deadline), failure);
    this.#waiting.add(pending);
    this.#isAwake = true;
    this.#assign();
    return { answer: answer.finally(() => clearTimeout(timer)), cancel };
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
    if (this.#growTimer !== null) clearTimeout(this.#growTimer);
    const isQuiet = (): boolean => this.#waiting.size === 0 && this.#count(({ job }) => job !== null) === 0;
    const timer = setTimeout(() => this.#abandonAll(), graceMs);
    await this.#until(isQuiet);
    clearTimeout(timer);
    for (const worker of this.#workers) this.#dismiss(worker, 'the pool ends');
    await this.#until(() => this.#workers.size === 0);
  }

  /** Give waiting jobs to idle processes, and start more processes where that is allowed. */
  #assign(): void {
    for (const worker of this.#workers) {
      if (this.#waiting.size === 0) return;
      if (!worker.ready || worker.leaving || worker.job !== null) continue;
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#waiting.delete(next);
      this.#give(worker, next);
    }
    this.#grow();
  }

  #give(worker: PoolProcess<Job, Answer>, pending: PendingJob<Job, Answer>): void {
    if (worker.idleTimer !== null) clearTimeout(worker.idleTimer);
    worker.idleTimer = null;
    worker.job = pending;
    pending.worker = worker;
    this.#shortage.note(pending.sinceMs);
    worker.process.send(pending.job);
  }

  /** Start processes: the smallest number at once, further ones, one after the other, where jobs wait too long. */
  #grow(): void {
    if (this.#stopped || !this.#isAwake || this.#retryTimer !== null) return;
    const { minProcesses, maxProcesses } = this.#options;
    const [oldest] = this.#waiting;
    const fewest = Math.max(minProcesses, oldest === undefined ? 0 : 1);
    let living = this.#count(({ leaving }) => !leaving);
    for (; living < fewest; living += 1) this.#launch();
    const isStarting = this.#count(({ ready }) => !ready) > 0;
    if (oldest === undefined || isStarting || living >= maxProcesses || this.#growTimer !== null) return;
    const patienceMs = this.#shortage.leftMs(oldest.sinceMs);
    if (patienceMs === 0) {
      this.#launch();
      return;
    }
    this.#growTimer = setTimeout(() => {
      this.#growTimer = null;
      this.#grow();
    }, Math.ceil(patienceMs));
  }

  #launch(): void {
    const { entry, heapMb, memoryBytes, niceness, readable = [], setup } = this.#options;
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const worker: PoolProcess<Job, Answer> = {
      number,
      process: new ConfinedProcess({
        entry,
        heapMb,
        memoryBytes,
        niceness,
        readable,
        setup: setup(number),
        onMessage: (message) => this.#take(worker, message),
        onEnd: (end) => this.#bury(worker, end),
      }),
      ready: false,
      isQuickToLoad: false,
      job: null,
      idleTimer: null,
      leaving: false,
    };
    this.#workers.add(worker);
  }

  #take(worker: PoolProcess<Job, Answer>, { header, bytes }: Message): void {
    const message = header as AnswerHeader | null;
    if (message?.kind === 'ready' && !worker.ready) {
      worker.ready = true;
      worker.isQuickToLoad = message.loadMs <= QUICK_LOAD_MS;
      this.#shortage.relieve(message.loadMs);
      this.#warnOf(message.missing);
      this.#retryMs = RETRY_MIN_MS;
      this.#rest(worker);
      return;
    }
    const { job } = worker;
    if (message?.kind !== 'answer' || job === null) {
      worker.process.kill('it sent a message that nobody waits for');
      return;
    }
    worker.job = null;
    this.#settle(job, joinAnswer(message, bytes));
    if (message.rssBytes > this.#options.keepBytes) this.#dismiss(worker, 'it holds much memory');
    this.#rest(worker);
  }

  /** Say once what a process lacks: where the kernel cannot do it, all of them lack it. */
  #warnOf(missing: readonly string[]): void {
    if (missing.length === 0 || this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.log.warn({ missing }, 'worker processes are not confined as they should be');
  }

  /** A process is ready for the next job. */
  #rest(worker: PoolProcess<Job, Answer>): void {
    this.#assign();
    this.#changes.emit('change');
    if (worker.job !== null || worker.leaving) return;
    worker.idleTimer = setTimeout(() => this.#idle(worker), SPARE_IDLE_MS);
    worker.idleTimer.unref();
  }

  /** A process has had no work for a while: a spare one ends, one of the last stays longer. */
  #idle(worker: PoolProcess<Job, Answer>): void {
    if (this.#count(({ leaving }) => !leaving) > this.#options.minProcesses) {
      this.#dismiss(worker, 'it had no work');
      return;
    }
    if (!worker.isQuickToLoad) return;
    worker.idleTimer = setTimeout(() => {
      this.#isAwake = false;
      this.#dismiss(worker, 'it had no work for long');
    }, LAST_IDLE_MS - SPARE_IDLE_MS);
    worker.idleTimer.unref();
  }

  #dismiss(worker: PoolProcess<Job, Answer>, why: string): void {
    if (worker.idleTimer !== null) clearTimeout(worker.idleTimer);
    worker.leaving = true;
    worker.process.kill(why);
  }

  #bury(worker: PoolProcess<Job, Answer>, end: ProcessEnd): void {
    const { log, onGone, onLost } = this.#options;
    this.#workers.delete(worker);
    if (worker.idleTimer !== null) clearTimeout(worker.idleTimer);
    onGone?.(worker.number);
    const { job } = worker;
    if (job !== null) {
      job.log.error({ ...end, work: job.what }, 'a worker process was lost');
      this.#settle(job, err(lost(job.what, end)));
    } else if (!worker.leaving) log.error({ ...end }, 'a worker process ended');
    if (!worker.leaving) onLost?.(end.outOfMemory ? 'memory' : 'crash');
    if (!worker.ready && !worker.leaving) this.#retryLater();
    this.#grow();
    this.#changes.emit('change');
  }

  /** Without a pause, a process that cannot start would be started again without end. */
  #retryLater(): void {
    if (this.#stopped || this.#retryTimer !== null) return;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      this.#grow();
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
  }

  #cancel(pending: PendingJob<Job, Answer>, failure: Failure): void {
    if (pending.settled) return;
    this.#waiting.delete(pending);
    const { worker } = pending;
    if (worker !== null) {
      worker.job = null;
      this.#dismiss(worker, failure.message);
      const why = lossBy(failure);
      if (why !== null) this.#options.onLost?.(why);
    }
    this.#settle(pending, err(failure));
    this.#grow();
    this.#changes.emit('change');
  }

  #abandonAll(): void {
    const jobs = [...this.#waiting, ...[...this.#workers].flatMap(({ job }) => (job === null ? [] : [job]))];
    for (const pending of jobs) this.#cancel(pending, BUSY);
  }

  #settle(pending: PendingJob<Job, Answer>, result: Answered<Answer>): void {
    pending.settled = true;
    pending.worker = null;
    pending.settle(result);
  }

  #count(matches: (worker: PoolProcess<Job, Answer>) => boolean): number {
    let count = 0;
    for (const worker of this.#workers) if (matches(worker)) count += 1;
    return count;
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await once(this.#changes, 'change');
  }
}
