/**
 * How many runs may wait for an answer without a thread: what they got so far is kept for them. Where there is no room, a
 * run keeps its thread while it waits, so that its screen and its host have what the threads give them, and no more.
 */
import { deadlineIn } from '../../platform/base/deadline.ts';
import type { Party } from '../../platform/base/party-shares.ts';
import { type Permit, PrioritySemaphore, type Standing } from '../../platform/queues/priority-semaphore.ts';
import type { Slot } from '../scheduling/slot.ts';
import type { AnswerToRun, RunHistory } from './run-history.ts';

/** Runs without a thread. A hung server keeps each for ten seconds: it must not take the room of all others. */
const MAX_RUNS = 256;
/** Answers that these runs have got. Answers that come in are more, by what fits into the connections to a host. */
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * An answer that is there in this time is waited for in the thread: a cached one takes less than a millisecond, and to
 * run a screen again takes one or two.
 */
const PATIENCE_MS = 10;

/** A run that has given its thread back until it is answered. */
export interface Suspension {
  readonly answer: Promise<AnswerToRun>;
  /** The run goes on. Once only. */
  end(): void;
}

export class Suspensions {
  /** One class of runs. A screen, or a host, gets two thirds of what there is. */
  readonly #runs = new PrioritySemaphore({ parts: [MAX_RUNS], maxWaiting: 0 });
  readonly #histories = new Set<RunHistory>();

  /** Runs that wait without a thread. */
  get size(): number {
    return this.#runs.held;
  }

  /** The answer, if it comes soon; else a suspension, if there is room for one. */
  async soonOr(
    answer: Promise<AnswerToRun>,
    history: RunHistory,
    slot: Pick<Slot, 'sharers' | 'party'>,
  ): Promise<AnswerToRun | Suspension> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, null);
    });
    const soon = await Promise.race([answer, late]);
    clearTimeout(timer);
    return soon ?? this.#suspend(answer, history, slot) ?? answer;
  }

  #suspend(
    answer: Promise<AnswerToRun>,
    history: RunHistory,
    { sharers, party }: Pick<Slot, 'sharers' | 'party'>,
  ): Suspension | null {
    if (!history.mayTryAgain || this.#bytes > MAX_BYTES) return null;
    const permit = this.#permit({ rank: 0, sharers }, party);
    if (permit === null) return null;
    this.#histories.add(history);
    const end = (): void => {
      this.#histories.delete(history);
      this.#runs.release(permit);
    };
    return { answer, end };
  }

  #permit(standing: Standing, party: Party): Permit | null {
    const permit = this.#runs.acquire(standing, 0, deadlineIn(0), party);
    return permit instanceof Promise ? null : permit;
  }

  get #bytes(): number {
    let bytes = 0;
    for (const history of this.#histories) bytes += history.bytes;
    return bytes;
  }
}
