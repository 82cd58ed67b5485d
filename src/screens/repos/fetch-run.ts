/** One fetch for a handle: from the entry to a commit that may go live, or the reason against it. */

import type { ScreenRepoEntry } from '../../domain/config-snapshot.ts';
import { PIN_EXPECTED, parsePin } from '../../domain/repo-pin.ts';
import { parseRepoUrl } from '../../domain/repo-url.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { acceptCommit, type Checkout } from './checkout.ts';
import { type Fetcher, type FetchJob, fetchCommit, type RefusedCommit } from './fetch-commit.ts';
import { type RepoFailure, repoFailed } from './repo-failure.ts';
import type { RepoRequest } from './repo-request.ts';
import { type CheckScreens, describeWorse, findWorse } from './safe-switch.ts';
import type { ServedState } from './served-state.ts';
import type { Slots } from './slots.ts';

/** An entry of the config with its token. */
export interface RepoEntry extends ScreenRepoEntry {
  readonly token: string | null;
}

/** The commit in use. */
export interface ServedCheckout extends ServedState {
  readonly checkout: Checkout;
}

/** What all repos share. */
export interface RepoParts {
  readonly fetcher: Fetcher;
  readonly slots: Slots;
  readonly check: CheckScreens;
  /** Paths of the screens of a handle that devices show. */
  readonly usedPaths: (handle: string) => readonly string[];
  /** Commits of a repository that some handle serves. */
  readonly usedCommits: (repo: string) => ReadonlySet<string>;
}

export interface RunJob {
  readonly entry: RepoEntry;
  readonly served: ServedCheckout | null;
  readonly refused: RefusedCommit | null;
  readonly request: Pick<RepoRequest, 'force' | 'accept'>;
}

export type Outcome =
  | { readonly kind: 'taken'; readonly served: ServedCheckout }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Details for the operator's log. */
      readonly detail?: string;
      /** True when another attempt would fail in the same way. */
      readonly final: boolean;
      /** A commit that need not be fetched again. */
      readonly refused: RefusedCommit | null;
    }
  | { readonly kind: 'aborted' };

/** Fetch a commit, check it, and compare it with the one in use. */
export async function runFetch(job: RunJob, parts: RepoParts, signal: AbortSignal): Promise<Outcome> {
  const prepared = prepare(job, signal);
  if (!prepared.ok) return failed(prepared.error, null);
  const fetched = await parts.slots.run(signal, () => fetchCommit(prepared.value, parts.fetcher));
  if (fetched === null || signal.aborted) return { kind: 'aborted' };
  if (!fetched.ok) return failed(fetched.error, fetched.error.sha);

  const { cache, limits } = parts.fetcher;
  const { repo } = prepared.value;
  const { sha, kind: pinKind } = fetched.value;
  const accepted = await acceptCommit(cache.commitDir(repo, sha), limits.repoScreens);
  if (!accepted.ok) return failed(accepted.error, sha);
  const held = await holdBack(job, accepted.value.checkout, sha, parts, signal);
  if (signal.aborted) return { kind: 'aborted' };
  if (held !== null) return { kind: 'failed', message: held, final: true, refused: null };
  const { pin } = job.entry;
  const lastFetched = new Date().toISOString();
  return { kind: 'taken', served: { repo, pin, pinKind, sha, lastFetched, ...accepted.value } };
}

function prepare({ entry, refused, request }: RunJob, signal: AbortSignal): Result<FetchJob, RepoFailure> {
  const { repo, token, fetchPrivate } = entry;
  const url = repo === null ? null : parseRepoUrl(repo);
  const pin = parsePin(entry.pin);
  if (repo === null || url === null) return err(repoFailed('there is no repository'));
  if (!url.ok) return err(repoFailed(url.error.message));
  if (pin === undefined) return err(repoFailed(`expected ${PIN_EXPECTED}`));
  // A line end would begin another setting in git's credential protocol.
  if (token !== null && /[\0\r\n]/.test(token)) return err(repoFailed('the token contains a line end'));
  return ok({
    repo,
    url: url.value,
    pin,
    token,
    privateReach: fetchPrivate,
    force: request.force,
    refused,
    signal,
  });
}

/** Why the commit is held back; null when it may go live. */
async function holdBack(
  { entry, served, request }: RunJob,
  checkout: Checkout,
  sha: string,
  { check, usedPaths }: RepoParts,
  signal: AbortSignal,
): Promise<string | null> {
  if (served === null || request.accept || (served.sha === sha && served.repo === entry.repo)) return null;
  const used = usedPaths(entry.handle);
  const worse = await findWorse(served.checkout.roots, checkout.roots, used, check, signal);
  return worse.length === 0 ? null : describeWorse(sha, entry.handle, worse);
}

function failed(problem: RepoFailure, sha: string | null): Outcome {
  if (problem.kind === 'aborted') return { kind: 'aborted' };
  const refused = problem.kind === 'refused' && sha !== null ? { sha, problem } : null;
  const { message, detail } = problem;
  const said = { kind: 'failed', message, final: problem.kind === 'refused', refused } as const;
  return detail === undefined ? said : { ...said, detail };
}
