/**
 * Who may run a screen, and who may compute: shares the threads of the compose pool and the processors among screens
 * and the hosts that they ask, so that what is slow or hostile takes nothing from what is quick.
 *
 * A job holds a *thread* from its start to its end, and has a *turn* only while it computes. Half of the threads, the
 * front, are for screens that were quick so far, the others for the rest: quick ones find threads that are warm and
 * not about to be taken. What a screen took before decides the class in which its next run starts; a run that turns out
 * slower moves to a worse class while it runs, and ends there when others need its thread.
 */
import { monotonicMs } from '../base/clock.ts';
import { LIMITS } from '../base/limits.ts';
import { cpuMsOf } from '../render/beat.ts';
import { Gate, type Place, QUICK, type Refused, type Standing } from './gate.ts';
import {
  hostParty,
  RANK,
  type RunEnding,
  rankOf,
  ScreenCosts,
  type ScreenStanding,
  type Usage,
} from './screen-costs.ts';
import type { ComposeTicket } from './ticket.ts';

/** Which threads a job runs on. */
export type Side = 'front' | 'back';

/** Parts of the threads of a side that a class and those behind it may hold, by rank. */
const PARTS: Readonly<Record<Side, readonly number[]>> = {
  front: [1, 3 / 4, 1 / 4, 1 / 4, 1 / 4],
  back: [1, 1, 1, 3 / 4, 1 / 2],
};

/** Jobs that go behind quick ones when they compute. */
const SLOW: Standing = { rank: 1, parties: [] };
/** A slow screen lets quicker ones that come up to so much later pass. */
const MAX_PATIENCE_MS = 3_000;
/**
 * With every so much computing, a slow job lets others pass that start up to so much later. Beyond the last step the
 * older goes first, so that one after the other ends in time, and not all of them too late.
 */
const STEP_CPU_MS = 100;
const STEP_PATIENCE_MS = 5_000;
const STEPS = 5;

export interface Admission {
  readonly side: Side;
  readonly thread: Place;
  readonly turn: Place;
}

export interface ComposeSharesOptions {
  /** Threads of each side; with none at the back, all run in front. */
  readonly threads: Readonly<Record<Side, number>>;
  readonly cores: number;
}

/** Jobs that were not run, or not to their end, by the reason. */
export type TurnedAway = Record<Refused | 'ended', number>;

export class ComposeShares {
  readonly #costs = new ScreenCosts();
  readonly #threads: Readonly<Record<Side, Gate>>;
  readonly #hasBack: boolean;
  readonly #turns: Gate;
  readonly #running = new Set<ComposeTicket>();
  readonly turnedAway: TurnedAway = { full: 0, late: 0, ended: 0 };

  constructor({ threads, cores }: ComposeSharesOptions) {
    this.#threads = { front: threadGate('front', threads.front), back: threadGate('back', threads.back) };
    this.#hasBack = threads.back > 0;
    // One job more than cores computes, so that no core idles while a job begins or ends; slow ones leave a core free.
    const computing = Math.min(cores + 1, threads.front + threads.back);
    const slow = Math.min(Math.max(cores - 1, 1), computing);
    this.#turns = new Gate({ parts: [computing, slow], maxWaiting: LIMITS.composeQueue });
  }

  /** Jobs that wait for a thread, or for their first turn on it. */
  get waiting(): number {
    const { front, back } = this.#threads;
    return front.waiting + back.waiting + this.#turns.waiting;
  }

  /** Wait for a thread and a turn on it; `leave` gives both back. */
  async admit(screen: string): Promise<Admission | Refused> {
    const standing = this.#costs.standingOf(screen);
    let admission = await this.#enter(standing);
    if (typeof admission !== 'string' && admission.side === 'back' && standing.rank <= RANK.quick) {
      // While this one waited, another run showed that the screen is quick.
      this.#turns.leave(admission.turn);
      this.#threads.back.leave(admission.thread);
      admission = await this.#enter(standing);
    }
    if (typeof admission === 'string') this.turnedAway[admission] += 1;
    return admission;
  }

  async #enter(standing: ScreenStanding): Promise<Admission | Refused> {
    const nowMs = monotonicMs();
    const dueMs = nowMs + Math.min(standing.cost, MAX_PATIENCE_MS);
    const isQuick = standing.rank <= RANK.quick;
    const side = isQuick || !this.#hasBack ? 'front' : 'back';
    const timeoutMs = isQuick ? LIMITS.composeQuickWaitMs : LIMITS.composeWaitMs;
    const entering = this.#threads[side].enter(standing, dueMs, timeoutMs);
    if (entering instanceof Promise) this.#makeRoom(side);
    const thread = await entering;
    if (typeof thread === 'string') return thread;
    const turn = await this.#turns.enter(turnClass(thread), nowMs, timeoutMs);
    if (typeof turn !== 'string') return { side, thread, turn };
    this.#threads[side].leave(thread);
    return turn;
  }

  /** A job that was admitted runs. */
  start(ticket: ComposeTicket): void {
    this.#running.add(ticket);
  }

  /** A job has ended: its thread and its turn are free, and its screen is known better. */
  leave(ticket: ComposeTicket, end: RunEnding): void {
    this.#running.delete(ticket);
    this.#costs.note(ticket.screenRef, usageOf(ticket), end);
    this.pause(ticket);
    this.#takeThread(ticket);
  }

  /** A job asks for something other than a turn. */
  noteQuestion(ticket: ComposeTicket, host: string | null): void {
    ticket.asked = true;
    if (host !== null) ticket.hosts.add(host);
    if (ticket.thread === null) return;
    this.#threads[ticket.side].demote(ticket.thread, RANK.quick);
    if (host !== null) this.#threads[ticket.side].join(ticket.thread, hostParty(host));
  }

  /** A job stops computing. */
  pause(ticket: ComposeTicket): void {
    if (ticket.turn !== null) this.#turns.leave(ticket.turn);
    ticket.turn = null;
  }

  /**
   * A job wants to compute again. A quick one, which had to wait long enough, does so at once; others wait for their
   * turn. False when that does not come in time, or the job has ended meanwhile.
   */
  async resume(ticket: ComposeTicket): Promise<boolean> {
    const { thread } = ticket;
    if (thread === null) return false;
    if (thread.rank <= RANK.quick) {
      giveTurn(ticket, this.#turns.take(QUICK));
      return true;
    }
    const steps = Math.min(Math.floor(cpuMsOf(ticket.beat) / STEP_CPU_MS), STEPS);
    const leftMs = ticket.deadlineMs - LIMITS.composeReserveMs - monotonicMs();
    const dueMs = ticket.startedMs + steps * STEP_PATIENCE_MS;
    const turn = await this.#turns.enter(SLOW, dueMs, Math.max(leftMs, 0));
    if (typeof turn === 'string') return false;
    if (this.#running.has(ticket) && ticket.thread !== null) {
      giveTurn(ticket, turn);
      return true;
    }
    this.#turns.leave(turn);
    return false;
  }

  /** A job has computed for longer than a quick one does: it goes behind those. */
  slowDown(ticket: ComposeTicket): void {
    if (ticket.thread !== null) this.#threads[ticket.side].demote(ticket.thread, RANK.slow);
    if (ticket.turn !== null) this.#turns.demote(ticket.turn, SLOW.rank);
  }

  /** Look at what runs: put what takes longer than expected where it belongs, and free threads that others need. */
  look(): void {
    for (const ticket of this.#running) {
      const usage = usageOf(ticket);
      const rank = rankOf(usage);
      if (ticket.thread === null || rank <= ticket.thread.rank) continue;
      this.#threads[ticket.side].demote(ticket.thread, rank);
      this.#costs.note(ticket.screenRef, usage, 'running');
    }
    this.#makeRoom('front');
    this.#makeRoom('back');
  }

  /** End jobs of classes that hold more than their part, as long as somebody waits who would have a place otherwise. */
  #makeRoom(side: Side): void {
    const gate = this.#threads[side];
    for (let rank = gate.overfull; rank !== null; rank = gate.overfull) {
      const ticket = this.#longestAsleep(side, rank);
      if (ticket === null) return;
      this.turnedAway.ended += 1;
      ticket.log.debug(
        { screen: ticket.screenRef, ...usageOf(ticket) },
        'ended for others who need its thread',
      );
      ticket.sleep?.end();
      this.#takeThread(ticket);
    }
  }

  #longestAsleep(wanted: Side, rank: number): ComposeTicket | null {
    const candidates = [...this.#running].filter(
      ({ side, sleep, thread }) =>
        side === wanted && sleep !== null && thread !== null && thread.rank >= rank,
    );
    return candidates.reduce<ComposeTicket | null>(
      (longest, ticket) => (longest === null || ticket.startedMs < longest.startedMs ? ticket : longest),
      null,
    );
  }

  #takeThread(ticket: ComposeTicket): void {
    const { side, thread } = ticket;
    ticket.thread = null;
    if (thread !== null) this.#threads[side].leave(thread);
  }
}

function giveTurn(ticket: ComposeTicket, turn: Place): void {
  ticket.turn = turn;
  ticket.turnMs = monotonicMs();
}

function threadGate(side: Side, threads: number): Gate {
  // In front a thread stays free where there are two; at the back two new screens run beside each other.
  const round = side === 'front' ? Math.floor : Math.ceil;
  const parts = PARTS[side].map((part) => Math.max(round(threads * part), 1));
  return new Gate({ parts, maxWaiting: LIMITS.composeQueue });
}

function turnClass({ rank }: Place): Standing {
  return rank <= RANK.quick ? QUICK : SLOW;
}

function usageOf({ beat, sleep, waitedMs, hosts, asked }: ComposeTicket): Usage {
  const sinceMs = sleep?.sinceMs ?? null;
  const now = sinceMs === null ? 0 : monotonicMs() - sinceMs;
  return { waitedMs: waitedMs + now, cpuMs: cpuMsOf(beat), hosts, asked };
}
