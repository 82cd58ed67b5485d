/**
 * The second level of the cache of answers: the state store, for a restart and for other servers. It never makes a request
 * fail: where it cannot be asked, the request is made as without it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { STATE_LIMITS } from '../../state/limits.ts';
import type { AnswerState, State } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { UnawaitedPuts } from '../../state/unawaited-puts.ts';
import { packAnswer, type StoredAnswer, unpackAnswer } from './packed-answer.ts';

/** One request that may be made for all servers. */
interface SharedTurn {
  /** Digest of everything that can change the answer. */
  readonly key: string;
  /** Names those of whom one makes the request while the others wait. */
  readonly flight: string;
  readonly url: string;
  readonly ttlSeconds: number;
  /** The answer that is known here and is to be replaced; null without one. */
  readonly knownMs: number | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What a request has given, and when that is in the store, or is known not to come there. */
export interface Sent<T> {
  readonly answer: T;
  readonly stored: Promise<void>;
}

/** A request with less time does not ask the store: its answers may take three times `STATE_LIMITS.commandMs`. */
const LEAST_MS = 8 * STATE_LIMITS.commandMs;
/** How often one looks whether another server has the answer: at first, and at most. */
const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 200;
/** How long an answer stays in the store at least: so long may one wait for a server that is started again. */
const LEAST_KEPT_MS = 3_600_000;
const MOST_KEPT_MS = 7 * 24 * 3_600_000;
/** Clocks of servers differ by less: an answer from the future is that of a clock which was set back since. */
const CLOCKS_DIFFER_MS = 60_000;

export class SharedAnswers {
  readonly #answers: AnswerState;
  readonly #isShared: boolean;
  readonly #looking = new Map<string, Promise<StoredAnswer | null>>();
  readonly #puts = new UnawaitedPuts(STATE_LIMITS.unawaitedBytes);

  constructor({ answers, isShared }: Pick<State, 'answers' | 'isShared'>) {
    this.#answers = answers;
    this.#isShared = isShared;
  }

  /** Whether there is time to ask the store first. */
  hasTime(timeoutMs: number): boolean {
    return timeoutMs >= LEAST_MS;
  }

  /** The answer that is stored under a key; equal questions at the same time are one. */
  find(key: string, url: string): Promise<StoredAnswer | null> {
    const known = this.#looking.get(key);
    if (known !== undefined) return known;
    const looking = this.#find(key, url).finally(() => this.#looking.delete(key));
    this.#looking.set(key, looking);
    return looking;
  }

  /** Offer an answer. Resolves when it is stored, or is known not to be; one that is too large is not. */
  put(key: string, url: string, stored: StoredAnswer, ttlSeconds: number): Promise<void> {
    const { length } = stored.answer.body;
    if (length > STATE_LIMITS.answerBytes) return Promise.resolve();
    const keptMs = Math.min(Math.max(ttlSeconds * 1000, LEAST_KEPT_MS), MOST_KEPT_MS);
    return this.#puts.run(length, () => this.#answers.put(key, packAnswer(stored, url), keptMs));
  }

  /**
   * Make a request, unless another server makes it just now: then wait for its answer, for half of the time that there is.
   * @returns what `send` gives, or the answer of the other server
   * @throws {unknown} what `send` rejects with
   */
  async once<T>(turn: SharedTurn, send: () => Promise<Sent<T>>): Promise<T | StoredAnswer> {
    if (!this.#isShared || !this.hasTime(turn.timeoutMs)) return (await send()).answer;
    const startMs = performance.now();
    const untilMs = startMs + Math.min(turn.timeoutMs / 2, STATE_LIMITS.flightMs);
    for (let looks = 0; !turn.signal.aborted && performance.now() < untilMs; looks++) {
      const flight = await this.#take(turn.flight);
      if (flight === 'away') break;
      // It may have come since the last look.
      const news = await this.#news(turn, startMs);
      if (flight !== null && news === null) return this.#lead(turn.flight, flight, send);
      if (flight !== null) this.#land(turn.flight, flight);
      if (news !== null) return news;
      await pause(looks, turn.signal);
    }
    return (await send()).answer;
  }

  /**
   * The answer that another request has given meanwhile; null without one. Those who accept none that is older may wait for
   * the same one.
   */
  async #news(turn: SharedTurn, sinceMs: number): Promise<StoredAnswer | null> {
    const stored = await this.find(turn.key, turn.url);
    if (stored === null || stored.atMs === turn.knownMs) return null;
    const mostMs = Math.min(turn.ttlSeconds * 1000, CLOCKS_DIFFER_MS + performance.now() - sinceMs);
    return Date.now() - stored.atMs <= mostMs ? stored : null;
  }

  async #lead<T>(key: string, flight: string, send: () => Promise<Sent<T>>): Promise<T> {
    try {
      const { answer, stored } = await send();
      // Those who wait look for the answer first.
      void stored.then(() => this.#land(key, flight));
      return answer;
    } catch (error) {
      this.#land(key, flight);
      throw error;
    }
  }

  async #find(key: string, url: string): Promise<StoredAnswer | null> {
    try {
      const bytes = await this.#answers.get(key);
      const stored = bytes === null ? null : unpackAnswer(bytes, url);
      return stored !== null && stored.atMs <= Date.now() + CLOCKS_DIFFER_MS ? stored : null;
    } catch (error) {
      requireStateError(error);
      return null;
    }
  }

  async #take(key: string): Promise<string | null | 'away'> {
    try {
      return await this.#answers.takeFlight(key);
    } catch (error) {
      requireStateError(error);
      return 'away';
    }
  }

  /** Where that fails, the flight ends by itself. */
  #land(key: string, flight: string): void {
    this.#answers.landFlight(key, flight).catch(requireStateError);
  }
}

/** Wait for the next look: longer each time, and not as long as others do. */
async function pause(looks: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(FIRST_LOOK_MS * 1.5 ** looks, LAST_LOOK_MS) * (0.5 + Math.random());
  // The request itself says that it was given up.
  await sleep(ms, null, { signal }).catch(() => {});
}
