/** One fetch from start to end: resolve the commit, fetch it, check its tree, unpack it, put it into the cache. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PrivateReach } from '../../domain/config-snapshot.ts';
import type { PinKind, RepoPin } from '../../domain/repo-pin.ts';
import type { RepoUrl } from '../../domain/repo-url.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { errorCode } from '../../platform/files/files.ts';
import type { OwnedFolder } from '../../platform/files/owned-folder.ts';
import { type LocalRepos, mayFetchLocal } from '../../platform/files/repo-folders.ts';
import { type LookupAll, lookupAll } from '../fetch/guarded-connect.ts';
import { fetchObjects, type GitRuns, makeRepository } from './fetch-objects.ts';
import { gitEnvironment, secretsOf } from './git-environment.ts';
import { type GitRoute, openRoute } from './git-route.ts';
import { listTree } from './list-tree.ts';
import { ForeignCacheError, type RepoCache } from './repo-cache.ts';
import { describeGitFailure, describeRemoteFailure, type RepoFailure, repoFailed } from './repo-failure.ts';
import type { RepoLimits } from './repo-limits.ts';
import { type ResolvedPin, resolvePin } from './resolve-pin.ts';
import { unpackFiles } from './unpack-files.ts';

/** True when both folders have the same files with the same bytes, and nothing else. */
async function sameTree(one: string, other: string): Promise<boolean> {
  const names = await readdir(one, { recursive: true });
  const others = await readdir(other, { recursive: true });
  if (names.length !== others.length) return false;
  for (const name of names) {
    if (!(await sameFile(path.join(one, name), path.join(other, name)))) return false;
  }
  return true;
}

async function sameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = [await stat(one), await stat(other).catch(() => null)];
  if (b === null || a.isFile() !== b.isFile()) return false;
  if (!a.isFile()) return true;
  return a.size === b.size && (await readFile(one)).equals(await readFile(other));
}

const NOT_OPEN =
  'repositories of this machine are for the config file of the operator, or for folders of SCREEN_REPO_FOLDERS without links out of them';

export interface FetchJob {
  /** The address as the config has it: the cache is keyed by it. */
  readonly repo: string;
  readonly url: RepoUrl;
  readonly pin: RepoPin;
  readonly token: string | null;
  readonly privateReach: PrivateReach;
  /** Fetch a commit even if it is in the cache, and replace it if it is damaged. */
  readonly force: boolean;
  /** A commit that was refused before, and why: it is fetched again only when forced. */
  readonly refused: RefusedCommit | null;
  readonly signal: AbortSignal;
}

export interface RefusedCommit {
  readonly sha: string;
  readonly problem: RepoFailure;
}

/** A commit in the cache. */
interface FetchedCommit {
  readonly sha: string;
  readonly kind: PinKind;
}

/** Why there is no commit. `sha` is known when a commit was refused for its content. */
interface FetchFailure extends RepoFailure {
  readonly sha: string | null;
}

export interface Fetcher {
  readonly cache: RepoCache;
  readonly limits: RepoLimits;
  /** The variables of the server's environment that git may see. */
  readonly variables: Readonly<Record<string, string>>;
  /** Looks up names; by default the system does. */
  readonly lookup?: LookupAll;
  /** Which repositories of this machine are fetched. */
  readonly local: LocalRepos;
}

/** Fetch the current commit of a pin. Never throws for errors of servers, repos and disks. */
export async function fetchCommit(
  job: FetchJob,
  fetcher: Fetcher,
): Promise<Result<FetchedCommit, FetchFailure>> {
  const { cache } = fetcher;
  const { pin, repo, force } = job;
  if (pin.kind === 'sha' && !force && (await cache.isComplete(repo, pin.sha))) {
    return ok({ sha: pin.sha, kind: 'sha' });
  }
  let folder: OwnedFolder | null = null;
  try {
    folder = await cache.makeTemporary();
    return await fetchInto(folder.path, job, fetcher);
  } catch (cause) {
    if (cause instanceof ForeignCacheError) return err({ ...repoFailed(cause.message), sha: null });
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    return err({ ...repoFailed(`the cache cannot be written (${errorCode(cause)})`), sha: null });
  } finally {
    if (folder !== null) await leave(folder);
  }
}

/** There may be many files, so they are removed in the background. */
async function leave(folder: OwnedFolder): Promise<void> {
  await rm(folder.path, { recursive: true, force: true }).catch(() => undefined);
  folder.release();
}

async function fetchInto(
  folder: string,
  job: FetchJob,
  fetcher: Fetcher,
): Promise<Result<FetchedCommit, FetchFailure>> {
  const gitDir = path.join(folder, 'git');
  await makeRepository(gitDir);
  const { url, privateReach } = job;
  const guard = { privateReach, lookup: fetcher.lookup ?? lookupAll };
  if (url.protocol === 'file' && !mayFetchLocal(url.url, fetcher.local))
    return err({ ...repoFailed(NOT_OPEN), sha: null });
  const route = await openRoute(url, fetcher.variables, guard);
  if (!route.ok) return withSha(route.error, null);
  try {
    return await fetchBy(gitRuns(folder, job, fetcher, route.value), folder, job, fetcher);
  } finally {
    route.value.close();
  }
}

async function fetchBy(
  runs: GitRuns,
  folder: string,
  job: FetchJob,
  { cache, limits }: Fetcher,
): Promise<Result<FetchedCommit, FetchFailure>> {
  const { repo, force, refused } = job;

  const resolved = await resolvePin(
    job.pin,
    { ...runs.remote, deadlineMs: after(limits.repoResolveMs) },
    { isWeb: runs.isWeb, describe: (problem) => runs.describe(problem, false) },
  );
  if (!resolved.ok) return withSha(resolved.error, null);
  const known = await knownAlready(resolved.value);
  if (known !== null) return known;

  const fetched = await fetchObjects(resolved.value, path.join(folder, 'git'), runs, limits);
  if (!fetched.ok) return withSha(fetched.error, resolved.value.sha);
  const sha = fetched.value;
  const tree = path.join(folder, 'tree');
  const unpacked = await unpack(sha, tree, runs.local, limits);
  if (!unpacked.ok) return withSha(unpacked.error, sha);

  const there = cache.has(repo, sha);
  if (there && !(await sameTree(tree, cache.commitDir(repo, sha)))) {
    await cache.replace(tree, path.join(folder, 'damaged'), repo, sha);
  } else {
    await cache.publish(tree, repo, sha);
  }
  return ok({ sha, kind: resolved.value.kind });

  async function knownAlready({
    sha,
    kind,
  }: ResolvedPin): Promise<Result<FetchedCommit, FetchFailure> | null> {
    if (force) return null;
    if (refused?.sha === sha) return withSha(refused.problem, sha);
    return (await cache.isComplete(repo, sha)) ? ok({ sha, kind }) : null;
  }
}

async function unpack(
  sha: string,
  tree: string,
  call: GitRuns['local'],
  limits: RepoLimits,
): Promise<Result<void, RepoFailure>> {
  const files = await listTree(sha, call, limits);
  return files.ok ? unpackFiles(files.value, tree, call) : files;
}

function gitRuns(
  folder: string,
  { url, token, signal }: FetchJob,
  { limits, variables }: Fetcher,
  route: GitRoute,
): GitRuns {
  const secrets = secretsOf(token);
  const shared = {
    cwd: folder,
    signal,
    maxFileBytes: limits.repoFetchBytes,
    maxMemoryBytes: limits.repoGitMemoryBytes,
  };
  return {
    remote: {
      ...shared,
      env: gitEnvironment(variables, folder, { url, token, route }),
      deadlineMs: after(limits.repoFetchMs),
    },
    local: {
      ...shared,
      env: gitEnvironment(variables, folder, null),
      deadlineMs: after(limits.repoFetchMs + limits.repoUnpackMs),
    },
    isWeb: url.protocol === 'http' || url.protocol === 'https',
    describe: (problem, met) => {
      if (url.host === null) return describeGitFailure(problem, secrets);
      const told = describeRemoteFailure(problem, secrets, met);
      const why = [told.detail, ...route.problems()].filter((part) => part !== undefined);
      return why.length === 0 ? told : { ...told, detail: why.join('; ') };
    },
  };
}

/** The deadline after some milliseconds. */
function after(ms: number): number {
  return performance.now() + ms;
}

function withSha(problem: RepoFailure, sha: string | null): Result<never, FetchFailure> {
  return err({ ...problem, sha: problem.kind === 'refused' ? sha : null });
}
