/**
 * One repo of servers that share a state store. One of them, which holds a lease, asks the git server, fetches and
 * checks; its record says which commit all of them serve, and they fetch that one.
 */
import { monotonicMs } from '../../../platform/base/clock.ts';
import type { Logger } from '../../../platform/base/logger.ts';
import { HeldLease, leaseIsFree } from '../../../state/held-lease.ts';
import type { State } from '../../../state/state.ts';
import { requireStateError } from '../../../state/state-error.ts';
import { logFailure, type RunFetch } from '../fetch-alone.ts';
import type { Outcome, RepoEntry, ServedCheckout } from '../fetch-run.ts';
import {
  type DoFetch,
  type FetchTask,
  isServing,
  type RepoStanding,
  standingAfter,
} from '../repo-standing.ts';
import { SHARED_REPO_LIMITS } from './limits.ts';
import { obtainCommit, repairCommit } from './obtain-commit.ts';
import { failed, isTended, postponed, withoutProblems } from './postpone.ts';
import {
  isOlderGuess,
  isRecordFor,
  type RepoRecord,
  readRecord,
  recordText,
  standingBy,
  textAfter,
} from './repo-record.ts';

export interface SharedRepoOptions {
  readonly handle: string;
  readonly state: Pick<State, 'repos' | 'leases' | 'notices'>;
  /** Names this server. */
  readonly holder: string;
  readonly log: Logger;
  readonly run: RunFetch;
  /** Does the fetches of a server with nothing to show, when the store does not answer. */
  readonly fetchAlone: DoFetch;
  /** Seconds between fetches of tags and branches; 0 for never. */
  readonly refreshSeconds: () => number;
  readonly leaseMs: number;
}

/** What a record asks of this server: nothing, to fetch its commit, to write it anew, or to stand where it says. */
type RecordStep = 'nothing' | 'follow' | 'put back' | RepoStanding;

/** What the store has, as far as it concerns an entry. */
interface Known {
  readonly text: string | null;
  /** For this entry. */
  readonly record: RepoRecord | null;
  /** For another entry. */
  readonly foreign: RepoRecord | null;
  /** The record is for this entry, and this server has not acted upon it. */
  readonly isNews: boolean;
}

const STORE_AWAY =
  'the state store does not answer, and without it no server changes its commit; they try again by themselves';
const BUSY = 'another server has been fetching this repository for too long; try again later';

export class SharedRepo {
  readonly #options: SharedRepoOptions;
  readonly #job: string;
  /** The text that this server has acted upon last, with success or not. */
  #seen: string | null = null;

  constructor(options: SharedRepoOptions) {
    this.#options = options;
    this.#job = `repo:${options.handle}`;
  }

  /** The entry is for another repo or pin. */
  moved(): void {
    this.#seen = null;
  }

  /** What a record asks of this server, which is not fetching. */
  consider(text: string | null, entry: RepoEntry, standing: RepoStanding): RecordStep {
    const { served } = standing;
    const serves = isServing(entry, served);
    if (text === null) return serves ? 'put back' : 'nothing';
    const { record, isNews } = this.#know(text, entry);
    if (!isNews || record === null) return 'nothing';
    const { commit } = record;
    if (serves && (commit === null || isOlderGuess(record, served))) return 'put back';
    if (commit !== null && !(serves && commit.sha === served.sha)) return 'follow';
    this.#seen = text;
    return standingBy(entry, record, serves && commit !== null ? { ...served, ...commit } : served);
  }

  /** Do a fetch together with the other servers. */
  readonly fetch: DoFetch = async (task, signal) => {
    const { run, log } = this.#options;
    if (task.request.reason === 'damaged') return repairCommit(task, run, signal, log);
    try {
      if (task.request.reason !== 'announced') return await this.#leadOrFollow(task, signal);
      const known = this.#know(await this.#read(), task.entry);
      return known.isNews ? await this.#follow(task, known, signal) : null;
    } catch (error) {
      requireStateError(error);
      this.#seen = null;
      return signal.aborted ? null : this.#withoutStore(task, error.message, signal);
    }
  };

  /**
   * Write which commit this server has: the store has lost it, or never had it. What went wrong before is left out: it may
   * concern this server alone, and is found again. The server itself then learns of the record as the others do.
   */
  async putBack(entry: RepoEntry, standing: RepoStanding): Promise<void> {
    try {
      const lease = await this.#takeLease();
      if (lease === null) return;
      try {
        const { text, record } = this.#know(await this.#read(), entry);
        const { served } = standing;
        const isOurs = record !== null && (record.commit === null || isOlderGuess(record, served));
        if (text !== null && !isOurs) return;
        const now =
          record?.commit === null ? standingBy(entry, record, served) : withoutProblems(entry, served);
        // Not judged: servers that have lost the store may serve different commits.
        await this.#write(lease, recordText(entry, now, false));
      } finally {
        await lease.release();
      }
    } catch (error) {
      requireStateError(error);
    }
  }

  /** The handle has left the config. */
  async forget(): Promise<void> {
    await this.#options.state.repos.forget(this.#options.handle).catch(requireStateError);
  }

  async #leadOrFollow(task: FetchTask, signal: AbortSignal): Promise<RepoStanding | null> {
    const { leases } = this.#options.state;
    const untilMs = monotonicMs() + SHARED_REPO_LIMITS.waitMs;
    while (!signal.aborted) {
      const spared = await this.#spare(task, signal);
      if (spared !== 'lead') return spared;
      const lease = await this.#takeLease();
      if (lease === null) {
        if (await leaseIsFree(leases, this.#job, SHARED_REPO_LIMITS.pollMs, untilMs, signal)) continue;
        return signal.aborted ? null : tooLong(task);
      }
      try {
        const { record, isNews } = this.#know(await this.#read(), task.entry);
        // Written since the look before.
        if (isNews && task.request.reason === 'due') continue;
        return await this.#lead(task, record, lease, signal);
      } finally {
        await lease.release();
      }
    }
    return null;
  }

  /** What is due may have been done by another server. */
  async #spare(task: FetchTask, signal: AbortSignal): Promise<RepoStanding | null | 'lead'> {
    const { entry, before, request } = task;
    if (request.reason !== 'due') return 'lead';
    const known = this.#know(await this.#read(), entry);
    if (known.isNews) return this.#follow(task, known, signal);
    // Servers with another config look after the record: two that write in turns would help nobody.
    const isTheirs =
      isServing(entry, before.served) && isTended(known.foreign, this.#options.refreshSeconds());
    return isTheirs ? postponed(entry, before, 0) : 'lead';
  }

  /** Ask the git server, and write down what came of it. */
  async #lead(
    { entry, before, request }: FetchTask,
    record: RepoRecord | null,
    lease: HeldLease,
    signal: AbortSignal,
  ): Promise<RepoStanding | null> {
    const { handle, run, log } = this.#options;
    const both = AbortSignal.any([signal, lease.lost]);
    const from = await this.#catchUp(entry, before, record, both);
    const { served, refused } = from;
    const outcome = await run({ entry, served, refused, request }, both);
    if (signal.aborted) return null;
    // Another server has the lease by now, and will write its own record.
    if (outcome.kind === 'aborted' || lease.lost.aborted) return postponed(entry, from, 1);
    logFailure(handle, outcome, log);
    const after = standingAfter(entry, from, outcome, Date.now());
    const text = textAfter(outcome, { entry, record, from, after, request });
    if (!(await this.#write(lease, text))) return postponed(entry, from, 1);
    this.#seen = text;
    return after;
  }

  /** Whoever judges a commit for all has to know the one that all serve. */
  async #catchUp(
    entry: RepoEntry,
    before: RepoStanding,
    record: RepoRecord | null,
    signal: AbortSignal,
  ): Promise<RepoStanding> {
    if (record === null) return before;
    const outcome = await this.#obtain(entry, before.served, record, false, signal);
    const served = outcome?.kind === 'taken' ? outcome.served : before.served;
    return standingBy(entry, record, served);
  }

  /** Serve the commit of a record. */
  async #follow(
    { entry, before, request }: FetchTask,
    { text, record }: Known,
    signal: AbortSignal,
  ): Promise<RepoStanding | null> {
    const { handle, log } = this.#options;
    if (record === null) return null;
    const outcome = await this.#obtain(entry, before.served, record, request.force, signal);
    if (signal.aborted || outcome?.kind === 'aborted') return null;
    this.#seen = text;
    if (outcome === null) return standingBy(entry, record, before.served);
    if (outcome.kind === 'taken') return standingBy(entry, record, outcome.served);
    logFailure(handle, outcome, log);
    return standingAfter(entry, before, outcome, Date.now());
  }

  #obtain(
    entry: RepoEntry,
    served: ServedCheckout | null,
    { commit, isJudged }: RepoRecord,
    force: boolean,
    signal: AbortSignal,
  ): Promise<Outcome> | null {
    if (commit === null) return null;
    return obtainCommit(entry, served, commit, { force, accept: isJudged }, this.#options.run, signal);
  }

  /** Nobody can say which commit all serve: whoever has one keeps it. */
  async #withoutStore(task: FetchTask, why: string, signal: AbortSignal): Promise<RepoStanding | null> {
    const { handle, log, fetchAlone } = this.#options;
    const { entry, before, request } = task;
    const isKept = request.reason !== 'asked' && isServing(entry, before.served);
    log[isKept ? 'debug' : 'warn']({ handle, reason: why }, 'screen repo without the state store');
    if (before.served === null) return fetchAlone(task, signal);
    return isKept ? postponed(entry, before, 1) : failed(entry, before, STORE_AWAY);
  }

  #know(text: string | null, entry: RepoEntry): Known {
    const record = readRecord(text);
    const isOurs = record !== null && isRecordFor(record, entry);
    return {
      text,
      record: isOurs ? record : null,
      foreign: isOurs ? null : record,
      isNews: isOurs && text !== this.#seen,
    };
  }

  #read(): Promise<string | null> {
    return this.#options.state.repos.get(this.#options.handle);
  }

  #takeLease(): Promise<HeldLease | null> {
    const { state, holder, leaseMs } = this.#options;
    return HeldLease.take({ leases: state.leases, job: this.#job, holder, leaseMs });
  }

  /** False when the lease is over: another server may have written since. */
  async #write(lease: HeldLease, text: string): Promise<boolean> {
    const { handle, state } = this.#options;
    if (!(await state.repos.put(handle, text, lease.fence))) return false;
    // Nobody waits for it: whoever misses it looks by himself.
    void state.notices.publish('repo', handle).catch(() => undefined);
    return true;
  }
}

/** Another server has the lease, and does not come to an end. */
function tooLong({ entry, before, request }: FetchTask): RepoStanding {
  return request.reason === 'due' ? postponed(entry, before, 1) : failed(entry, before, BUSY);
}
