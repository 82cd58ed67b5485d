/**
 * Decides who may run a screen, and who may compute: shares the threads of the compose pool and the processors among
 * screens and the hosts that they ask, so that slow or hostile screens take nothing from quick ones.
 *
 * Half of the threads, the front, are for screens that were quick so far, the others for the rest: quick ones find
 * threads that are warm and will not be taken from them. What a screen used before decides the class in which its next
 * run starts; a run that turns out slower moves to a worse class while it runs, and ends there when others need its
 * thread.
 */
import { monotonicMs } from '../../platform/base/clock.ts';
import { cappedAt, type Deadline, reserving } from '../../platform/base/deadline.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { isKnownDevice, isKnownParty, isOther, type Party } from '../../platform/base/party-shares.ts';
import { type Permit, PrioritySemaphore, type Refused } from '../../platform/queues/priority-semaphore.ts';
import { costRank, RANK, type RunEnding, ScreenCosts, type ScreenStanding } from './screen-costs.ts';
import { ScriptClock } from './script-clock.ts';
import { type Side, Slot, turnStanding } from './slot.ts';

/** Longest wait of a quick screen for a thread: many quick ones are finished in less. */
const COMPOSE_QUICK_WAIT_MS = 3_000;

/** Parts of the threads of a side that a class and those behind it may hold, by rank. */
const PARTS: Readonly<Record<Side, readonly number[]>> = {
  front: [1, 3 / 4, 1 / 4, 1 / 4, 1 / 4],
  back: [1, 1, 1, 3 / 4, 1 / 2],
};
/** A slow screen lets quicker ones that come up to so much later pass. */
const MAX_PATIENCE_MS = 3_000;

interface ComposeSchedulerOptions {
  /** Threads of each side; with none at the back, all jobs run in front. */
  readonly threads: Readonly<Record<Side, number>>;
  readonly cores: number;
}

/** Jobs that were not run, or not to their end, by the reason. */
export type TurnedAway = Record<Refused | 'ended', number>;

/** What a job holds when it starts. */
interface Admission {
  readonly side: Side;
  readonly thread: Permit;
  readonly turn: Permit;
}

/** What a job waits for. */
interface SlotRequest {
  readonly standing: ScreenStanding;
  readonly until: Deadline;
  readonly sinceMs: number;
  readonly party: Party;
}

export class ComposeScheduler {
  readonly #options: ComposeSchedulerOptions;
  readonly #costs = new ScreenCosts();
  /** A stranger says what it likes of itself: what a screen takes for it makes the screen no slower for others. */
  readonly #costsForStrangers = new ScreenCosts();
  readonly #threads: Readonly<Record<Side, PrioritySemaphore>>;
  readonly #turns: PrioritySemaphore;
  readonly #running = new Set<Slot>();
  /** Clocks of jobs that have ended, for the next ones. */
  readonly #clocks: ScriptClock[] = [];
  readonly turnedAway: TurnedAway = { full: 0, late: 0, ended: 0 };

  constructor(options: ComposeSchedulerOptions) {
    const { threads, cores } = options;
    this.#options = options;
    this.#threads = { front: threadsOf('front', threads.front), back: threadsOf('back', threads.back) };
    // One job more than cores computes, so that no core idles while a job begins or ends; slow ones leave a core free.
    const computing = Math.min(cores + 1, threads.front + threads.back);
    const slow = Math.min(Math.max(cores - 1, 1), computing);
    this.#turns = new PrioritySemaphore({ parts: [computing, slow], maxWaiting: LIMITS.composeQueue });
  }

  /** Jobs that wait for a thread, or for their first turn on it. */
  get waiting(): number {
    const { front, back } = this.#threads;
    return front.waiting + back.waiting + this.#turns.waiting;
  }

  /** Those of them that are for devices with an entry, or in a group. */
  get knownWaiting(): number {
    const { front, back } = this.#threads;
    const lines = [front, back, this.#turns];
    return lines.reduce((sum, line) => sum + line.waitingFor(isKnownDevice), 0);
  }

  /** True while jobs compute on all processors. */
  get isBusy(): boolean {
    return this.#turns.held >= this.#options.cores;
  }

  /**
   * Wait for a thread and a turn on it, but leave time to run before the deadline.
   * @param sinceMs  since when the job has waited, on the monotonic clock: in its class the oldest goes first
   * @param party    for whom the screen runs
   * @param waitedMs what it has waited elsewhere, and waits the less here
   */
  async acquire(
    screen: string,
    deadline: Deadline,
    log: Logger,
    sinceMs = monotonicMs(),
    { party = 'engine', waitedMs = 0 }: { readonly party?: Party; readonly waitedMs?: number } = {},
  ): Promise<Slot | Refused> {
    const standing = this.#costsOf(party).standingOf(screen);
    const waitMs = isQuick(standing) ? COMPOSE_QUICK_WAIT_MS : LIMITS.composeWaitMs;
    const until = cappedAt(reserving(deadline, LIMITS.composeReserveMs), Math.max(waitMs - waitedMs, 0));
    const request = { standing, until, sinceMs, party };
    let admission = await this.#admit(request);
    if (
      typeof admission !== 'string' &&
      admission.side === 'back' &&
      this.#sideFor(standing, party) === 'front'
    ) {
      // While this job waited, another run showed that the screen is quick.
      this.#turns.release(admission.turn);
      this.#threads.back.release(admission.thread);
      admission = await this.#admit(request);
    }
    if (typeof admission === 'string') {
      this.turnedAway[admission] += 1;
      return admission;
    }
    const clock = this.#clocks.pop() ?? new ScriptClock();
    clock.cpuMs = 0;
    const slot = new Slot({
      screen,
      party,
      deadline,
      log,
      clock,
      ...admission,
      threads: this.#threads[admission.side],
      turns: this.#turns,
      onRelease: (ended, end) => this.#forget(ended, end),
    });
    this.#running.add(slot);
    return slot;
  }

  #costsOf(party: Party): ScreenCosts {
    return isKnownParty(party) ? this.#costs : this.#costsForStrangers;
  }

  async #admit({ standing, until, sinceMs, party }: SlotRequest): Promise<Admission | Refused> {
    const dueMs = sinceMs + Math.min(standing.cost, MAX_PATIENCE_MS);
    const side = this.#sideFor(standing, party);
    const acquiring = this.#threads[side].acquire(standing, dueMs, until, party);
    if (acquiring instanceof Promise) this.#makeRoom(side);
    const thread = await acquiring;
    if (typeof thread === 'string') return thread;
    const turn = await this.#turns.acquire(turnStanding(thread.rank), sinceMs, until, party);
    if (typeof turn !== 'string') return { side, thread, turn };
    this.#threads[side].release(thread);
    return turn;
  }

  /**
   * Where a job runs: quick ones in front, others at the back. Where a side has one thread, strangers and admins use that at
   * the back only, and a known device goes to the other side while they hold it.
   */
  #sideFor(standing: ScreenStanding, party: Party): Side {
    const { front, back } = this.#options.threads;
    if (back === 0) return 'front';
    if (isOther(party)) return isQuick(standing) && front > 1 ? 'front' : 'back';
    const isTaken = isKnownDevice(party) && back === 1 && this.#threads.back.isFullOfOthers;
    return isQuick(standing) || isTaken ? 'front' : 'back';
  }

  /** Move runs that take longer than expected to their class, and free threads that others need. */
  tick(): void {
    for (const slot of this.#running) {
      slot.tick();
      const { rank, usage } = slot;
      const actual = costRank(usage);
      if (rank === null || actual <= rank) continue;
      slot.demote(actual);
      this.#costsOf(slot.party).note(slot.screen, usage, 'running');
    }
    this.#makeRoom('front');
    this.#makeRoom('back');
  }

  /** End jobs of classes that hold more than their part, as long as a job waits that would run otherwise. */
  #makeRoom(side: Side): void {
    const threads = this.#threads[side];
    for (let rank = threads.overfull; rank !== null; rank = threads.overfull) {
      const slot = this.#oldestWaiting(side, rank);
      if (slot === null) return;
      this.turnedAway.ended += 1;
      slot.evict();
    }
  }

  /** The job that started first among those that wait in a class or behind it. */
  #oldestWaiting(side: Side, atLeast: number): Slot | null {
    let oldest: Slot | null = null;
    for (const slot of this.#running) {
      if (slot.side !== side || !slot.isWaiting || slot.rank === null || slot.rank < atLeast) continue;
      if (oldest === null || slot.startedMs < oldest.startedMs) oldest = slot;
    }
    return oldest;
  }

  #forget(slot: Slot, end: RunEnding): void {
    this.#running.delete(slot);
    this.#costsOf(slot.party).note(slot.screen, slot.usage, end);
    // A thread that was killed may still write into its clock for a moment.
    if (end === 'done') this.#clocks.push(slot.clock);
  }
}

function isQuick({ rank }: ScreenStanding): boolean {
  return rank <= RANK.quick;
}

function threadsOf(side: Side, threads: number): PrioritySemaphore {
  // In front a thread stays free where there are two; at the back two new screens run beside each other.
  const round = side === 'front' ? Math.floor : Math.ceil;
  const parts = PARTS[side].map((part) => Math.max(round(threads * part), 1));
  return new PrioritySemaphore({ parts, maxWaiting: LIMITS.composeQueue });
}
