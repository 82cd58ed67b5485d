/**
 * The slot of one compose job: a thread from its start to its end, and a turn to compute whenever it does not wait. It
 * also counts what the job uses.
 */
import { monotonicMs } from '../../platform/base/clock.ts';
import { type Deadline, reserving } from '../../platform/base/deadline.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { Party } from '../../platform/base/party-shares.ts';
import {
  type Permit,
  type PrioritySemaphore,
  QUICK,
  type Standing,
} from '../../platform/queues/priority-semaphore.ts';
import { hostSharer, RANK, type RunEnding, type Usage } from './screen-costs.ts';
import type { ScriptClock } from './script-clock.ts';

/** Which threads a job runs on. */
export type Side = 'front' | 'back';

interface SlotOptions {
  readonly screen: string;
  /** For whom the screen runs. */
  readonly party: Party;
  readonly side: Side;
  /** The threads of the side, and that of the job. */
  readonly threads: PrioritySemaphore;
  readonly thread: Permit;
  /** The turns of all jobs, and that of the job. */
  readonly turns: PrioritySemaphore;
  readonly turn: Permit;
  readonly clock: ScriptClock;
  /** When the job has to be over. */
  readonly deadline: Deadline;
  readonly log: Logger;
  /** Called once, when the job has ended. */
  readonly onRelease: (slot: Slot, end: RunEnding) => void;
}

/** Jobs that go behind quick ones when they compute. */
const SLOW: Standing = { rank: 1, sharers: [] };
/**
 * With each step of computing, a slow job lets others pass that started up to so much later. Beyond the last step the
 * older one goes first, so that they end in time one after the other, and not all of them too late.
 */
const STEP_CPU_MS = 100;
const STEP_PATIENCE_MS = 5_000;
const STEPS = 5;
/** A script that has computed for so long is slow, wherever it is. */
const SLOW_MS = 200;
/** A job that has not paused for so long works outside Lua and the template: others compute beside it. */
const HOG_MS = 1_000;

export class Slot {
  readonly screen: string;
  readonly party: Party;
  readonly side: Side;
  readonly clock: ScriptClock;
  readonly startedMs: number = monotonicMs();
  readonly #options: SlotOptions;
  /** Null once it was taken from the job. */
  #thread: Permit | null;
  /** Null while the job waits for something. */
  #turn: Permit | null;
  #turnMs = this.startedMs;
  /** Wakes the job, so that it ends; null while it computes. */
  #wake: (() => void) | null = null;
  /** Since when it has waited for an answer; null while it computes, or waits for its turn. */
  #waitingSinceMs: number | null = null;
  /** Time that the job has waited for answers, in ms. */
  #waitedMs = 0;
  #asked = false;
  readonly #hosts = new Set<string>();

  constructor(options: SlotOptions) {
    this.#options = options;
    this.screen = options.screen;
    this.party = options.party;
    this.side = options.side;
    this.clock = options.clock;
    this.#thread = options.thread;
    this.#turn = options.turn;
  }

  /** The class of the job; null once its thread was taken. */
  get rank(): number | null {
    return this.#thread?.rank ?? null;
  }

  /** True while the job waits, and could be ended without losing work that is under way. */
  get isWaiting(): boolean {
    return this.#wake !== null;
  }

  /** The parties from whose share of the threads the job takes; none once its thread was taken. */
  get sharers(): readonly string[] {
    return this.#thread?.sharers ?? [];
  }

  /** What the job has used so far. */
  get usage(): Usage {
    const { clock } = this.#options;
    const now = this.#waitingSinceMs === null ? 0 : monotonicMs() - this.#waitingSinceMs;
    return { waitedMs: this.#waitedMs + now, cpuMs: clock.cpuMs, hosts: this.#hosts, asked: this.#asked };
  }

  /**
   * Pause the job while the main thread does something for it, then let it compute again in its turn.
   * @param host  that is asked for it; null where none is
   * @param work  never rejects
   * @returns what the work gave; null when the job has to end, be it because the work says so with null
   */
  pauseFor<T>(host: string | null, work: () => Promise<T | null>): Promise<T | null> {
    this.noteQuestion(host);
    return this.#paused(async () => {
      this.#waitingSinceMs = monotonicMs();
      const answer = await work();
      this.#countWait();
      return answer;
    });
  }

  /** The job has asked for something. @param host  that is asked for it; null where none is */
  noteQuestion(host: string | null): void {
    this.#asked = true;
    this.demote(RANK.quick);
    if (host === null) return;
    this.#hosts.add(host);
    if (this.#thread !== null) this.#options.threads.join(this.#thread, hostSharer(host));
  }

  /** Let others compute, as the job has computed for long. False when the job has to end. */
  async yieldTurn(): Promise<boolean> {
    const goesOn = await this.#paused(async () => {
      this.#slowDown();
      return true;
    });
    return goesOn !== null;
  }

  /** Look at the clocks: a job that computes for long goes behind others, or computes beside them. */
  tick(): void {
    if (this.clock.computingMs > SLOW_MS) this.#slowDown();
    if (monotonicMs() - this.#turnMs > HOG_MS) this.#pause();
  }

  /** The job turns out to belong to a worse class. */
  demote(rank: number): void {
    if (this.#thread !== null) this.#options.threads.demote(this.#thread, rank);
  }

  /** End the job for the sake of others that need its thread. Only while it waits. */
  evict(): void {
    this.#options.log.debug({ screen: this.screen, ...this.usage }, 'ended for others who need its thread');
    this.#wake?.();
    this.#giveThreadBack();
  }

  /** The job has ended: its thread and its turn are free. */
  release(end: RunEnding): void {
    this.#options.onRelease(this, end);
    this.#pause();
    this.#giveThreadBack();
  }

  async #paused<T>(work: () => Promise<T | null>): Promise<T | null> {
    this.#pause();
    const evicted = new Promise<null>((resolve) => {
      this.#wake = () => resolve(null);
    });
    const resumed = work().then(async (answer) =>
      answer !== null && (await this.#resume()) ? answer : null,
    );
    const answer = await Promise.race([evicted, resumed]);
    this.#countWait();
    this.#wake = null;
    return answer;
  }

  #pause(): void {
    if (this.#turn !== null) this.#options.turns.release(this.#turn);
    this.#turn = null;
  }

  /**
   * Compute again. A quick job, which has waited long enough, does so at once; others wait for their turn. False when
   * it does not come in time, or the job has lost its thread.
   */
  async #resume(): Promise<boolean> {
    const { turns, deadline } = this.#options;
    if (this.#thread === null) return false;
    if (this.#thread.rank <= RANK.quick) return this.#compute(turns.force(QUICK, this.party));
    const steps = Math.min(Math.floor(this.clock.cpuMs / STEP_CPU_MS), STEPS);
    const dueMs = this.startedMs + steps * STEP_PATIENCE_MS;
    const turn = await turns.acquire(SLOW, dueMs, reserving(deadline, LIMITS.composeReserveMs), this.party);
    if (typeof turn === 'string') return false;
    if (this.rank !== null) return this.#compute(turn);
    turns.release(turn);
    return false;
  }

  #compute(turn: Permit): true {
    this.#turn = turn;
    this.#turnMs = monotonicMs();
    return true;
  }

  #slowDown(): void {
    this.demote(RANK.slow);
    if (this.#turn !== null) this.#options.turns.demote(this.#turn, SLOW.rank);
  }

  /** The answer is there: a wait for a turn is not the job's own. */
  #countWait(): void {
    if (this.#waitingSinceMs !== null) this.#waitedMs += monotonicMs() - this.#waitingSinceMs;
    this.#waitingSinceMs = null;
  }

  #giveThreadBack(): void {
    const thread = this.#thread;
    this.#thread = null;
    if (thread !== null) this.#options.threads.release(thread);
  }
}

/** How a job of some class waits for a turn. */
export function turnStanding(rank: number): Standing {
  return rank <= RANK.quick ? QUICK : SLOW;
}
