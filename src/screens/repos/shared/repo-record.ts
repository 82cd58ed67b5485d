/**
 * What a store has of a repo: where it stands with the servers that share the store. Whatever has another form counts as
 * absent, since a server of another version may have written it.
 */
import { parsePin } from '../../../domain/repo-pin.ts';
import { isCount, isPlainObject, readPlainObject } from '../../../platform/base/plain.ts';
import type { Outcome, RepoEntry, ServedCheckout } from '../fetch-run.ts';
import { repoRefused } from '../repo-failure.ts';
import { type FetchTask, isMutable, isServing, type RepoStanding } from '../repo-standing.ts';
import { asServedState, type ServedState } from '../served-state.ts';

export interface RepoRecord {
  /** The entry that it was made for. */
  readonly repo: string;
  readonly pin: string | null;
  /** The commit in use; null where there is none yet. */
  readonly commit: ServedState | null;
  /** The commit was compared with the one in use before, or an admin took it as it is. */
  readonly isJudged: boolean;
  readonly attempt: RecordedAttempt;
}

/** What came of the last fetch. */
interface RecordedAttempt {
  readonly atMs: number;
  /** Why it failed, without secrets; null where it did not. */
  readonly problem: string | null;
  /** A commit that need not be fetched again. */
  readonly refusedSha: string | null;
  /** Consecutive failures. */
  readonly failures: number;
  readonly final: boolean;
}

/** The part of an entry that a record is made for. */
type Place = Pick<RepoEntry, 'repo' | 'pin'>;

/** Far longer than any message about a repo. */
const MAX_PROBLEM = 2_000;
const SHA = /^[0-9a-f]{40}$/;

/**
 * The text of a record.
 * @param former the commit of the record before, where this server has none in use for the entry
 */
export function recordText(
  { repo, pin }: Place,
  { served, error, refused, attempt }: RepoStanding,
  isJudged: boolean,
  former: ServedState | null = null,
): string {
  const { atMs = 0, failures = 0, final = false } = attempt ?? {};
  const problem = error === null ? null : error.slice(0, MAX_PROBLEM);
  // Only an entry with a repository is fetched.
  const record: RepoRecord = {
    repo: repo ?? '',
    pin,
    isJudged,
    commit: isServing({ repo, pin }, served) ? withoutCheckout(served) : former,
    attempt: { atMs, problem, refusedSha: refused?.sha ?? null, failures, final },
  };
  return JSON.stringify(record);
}

/** Read a record; null for what is none. */
export function readRecord(text: string | null): RepoRecord | null {
  const value = readPlainObject(text ?? '');
  if (value === null) return null;
  const { repo, pin, commit, isJudged } = value;
  if (typeof repo !== 'string' || (pin !== null && typeof pin !== 'string')) return null;
  const attempt = readAttempt(value['attempt']);
  if (typeof isJudged !== 'boolean' || attempt === null) return null;
  if (commit === null) return { repo, pin, commit, isJudged, attempt };
  const state = asServedState(commit);
  if (state === null || !fits(state, { repo, pin })) return null;
  return { repo, pin, commit: state, isJudged, attempt };
}

/** True for a record that was made for this entry. */
export function isRecordFor(record: RepoRecord, { repo, pin }: Place): boolean {
  return record.repo === repo && record.pin === pin;
}

/**
 * True for a commit that was written without a look at others, by a server that has known it for longer than this one
 * knows its own.
 */
export function isOlderGuess({ isJudged, commit }: RepoRecord, served: ServedCheckout | null): boolean {
  if (isJudged || commit === null || served === null || commit.sha === served.sha) return false;
  return Date.parse(commit.lastFetched) < Date.parse(served.lastFetched);
}

/** Where a repo stands by a record. @param served the commit in use */
export function standingBy(
  entry: RepoEntry,
  { attempt }: RepoRecord,
  served: ServedCheckout | null,
): RepoStanding {
  const { atMs, problem, refusedSha, failures, final } = attempt;
  const isRefused = refusedSha !== null && problem !== null;
  return {
    served,
    error: problem,
    refused: isRefused ? { sha: refusedSha, problem: repoRefused(problem) } : null,
    attempt: { atMs, failures, final, mutable: isMutable(entry) },
  };
}

function readAttempt(value: unknown): RecordedAttempt | null {
  if (!isPlainObject(value)) return null;
  const { atMs, problem, refusedSha, failures, final } = value;
  if (!isCount(atMs) || !isCount(failures) || typeof final !== 'boolean') return null;
  if (problem !== null && !(typeof problem === 'string' && problem.length <= MAX_PROBLEM)) return null;
  if (refusedSha !== null && !(typeof refusedSha === 'string' && SHA.test(refusedSha))) return null;
  return { atMs, problem, refusedSha, failures, final };
}

/** No record leads to another repository, or past a pin that names a commit. */
function fits(commit: ServedState, { repo, pin }: Place): boolean {
  if (commit.repo !== repo || commit.pin !== pin) return false;
  const parsed = parsePin(pin);
  return parsed?.kind !== 'sha' || parsed.sha === commit.sha;
}

function withoutCheckout({ checkout: _, ...state }: ServedCheckout): ServedState {
  return state;
}

/** The text of the record after a fetch. A commit is judged once: when it takes the place of another one. */
export function textAfter(
  outcome: Outcome,
  lead: Pick<FetchTask, 'entry' | 'request'> & {
    /** The record before the fetch. */
    readonly record: RepoRecord | null;
    /** Where the server began, and where it stands now. */
    readonly from: RepoStanding;
    readonly after: RepoStanding;
  },
): string {
  const { entry, record, from, after, request } = lead;
  const former = record?.commit ?? null;
  const sha = isServing(entry, after.served) ? after.served.sha : former?.sha;
  const isSame = former !== null && former.sha === sha;
  const isCompared = outcome.kind === 'taken' && !isSame && from.served !== null;
  const isAccepted = outcome.kind === 'taken' && request.accept;
  const isJudged = isCompared || isAccepted || (isSame && record?.isJudged === true);
  return recordText(entry, after, isJudged, former);
}
