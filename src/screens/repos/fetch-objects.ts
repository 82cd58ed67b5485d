/**
 * Fetches one commit with its files into a repository of its own: no more than is needed, and no more than is allowed.
 */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { FETCHED_REF, REMOTE } from './git-environment.ts';
import { type GitCall, type GitFailure, readGit, runGit } from './git-process.ts';
import { type RepoFailure, repoFailed, repoRefused } from './repo-failure.ts';
import type { RepoLimits } from './repo-limits.ts';
import type { ResolvedPin } from './resolve-pin.ts';

const INTERVAL_MS = 250;

/** Aborts its signal when the files below a folder exceed a size. */
class SizeWatch {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | null = null;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#schedule();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stop watching. @returns true when the files became too large, or as large as one file may be */
  async stop(): Promise<boolean> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    return this.signal.aborted || (await sizeOf(this.#folder)) >= this.#maxBytes;
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      void this.#look();
    }, INTERVAL_MS);
  }

  async #look(): Promise<void> {
    const bytes = await sizeOf(this.#folder);
    if (this.#timer === null) return;
    if (bytes > this.#maxBytes) this.#controller.abort();
    else this.#schedule();
  }
}

/** Total size of all files below a folder; files that disappear meanwhile do not count. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  let bytes = 0;
  for (const name of names) {
    const stats = await stat(path.join(folder, name)).catch(() => null);
    if (stats?.isFile()) bytes += stats.size;
  }
  return bytes;
}

/** The ways to run git: with the network for fetching, without it for everything else. */
export interface GitRuns {
  readonly remote: Omit<GitCall, 'args'>;
  readonly local: Omit<GitCall, 'args'>;
  /** True when any web server may answer at this address. */
  readonly isWeb: boolean;
  /** Describes why a call of `remote` failed. @param met true when the server has answered as a git server before */
  readonly describe: (problem: GitFailure, met: boolean) => RepoFailure;
}

/** What all attempts to fetch share. */
interface Attempt {
  readonly call: Omit<GitCall, 'args'>;
  readonly gitDir: string;
}

type Fetched = Result<void, GitFailure>;

/** Answers of servers that give commits only by the name of a ref. */
const REFUSES_COMMITS = /not our ref|unadvertised object|is not valid|not advertised/i;
/** Answers of plain web servers that have the files of a repository. */
const REFUSES_SHALLOW = /does not support (?:shallow|--depth)|shallow capabilities/i;

const ALL_REFS = ['+refs/heads/*:refs/stipple/heads/*', '+refs/tags/*:refs/stipple/tags/*'];

const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n';

/** Make the empty repository that a fetch fills. */
export async function makeRepository(gitDir: string): Promise<void> {
  await mkdir(path.join(gitDir, 'objects/pack'), { recursive: true });
  await mkdir(path.join(gitDir, 'refs'));
  await writeFile(path.join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
  await resetConfig(gitDir);
}

/**
 * Fetch the commit that a pin was resolved to.
 * @returns the commit that came; a branch may have moved since it was looked up
 */
export async function fetchObjects(
  pin: ResolvedPin,
  gitDir: string,
  runs: GitRuns,
  limits: RepoLimits,
): Promise<Result<string, RepoFailure>> {
  const watch = new SizeWatch(gitDir, limits.repoFetchBytes);
  const signal = AbortSignal.any([runs.remote.signal, watch.signal]);
  const attempt: Attempt = { call: { ...runs.remote, signal }, gitDir };
  const fetched = await fetchPin(pin, attempt, limits);
  if (await watch.stop()) return err(repoRefused('the repository is too large'));
  if (!fetched.ok) return err(runs.describe(fetched.error, pin.kind !== 'sha'));
  await resetConfig(gitDir);
  if (pin.kind === 'sha' && runs.isWeb && !(await hasFetched(runs.local))) {
    return err(runs.describe({ kind: 'failed', stderr: 'fatal: nothing fetched' }, false));
  }
  return commitOf(pin, runs.local);
}

/** Fetch as little as the server allows: one commit without large files, else one commit, else everything. */
async function fetchPin(pin: ResolvedPin, attempt: Attempt, { repoFileBytes }: RepoLimits): Promise<Fetched> {
  const one = [`+${pin.want}:${FETCHED_REF}`];
  const filter = `--filter=blob:limit=${repoFileBytes + 1}`;
  const fetched = await runFetch(attempt, ['--depth=1', filter], one);
  if (failedWith(fetched, REFUSES_SHALLOW)) return runFetch(attempt, [], pin.kind === 'sha' ? ALL_REFS : one);
  if (pin.kind === 'sha' && failedWith(fetched, REFUSES_COMMITS))
    return runFetch(attempt, [filter], ALL_REFS);
  return fetched;
}

async function runFetch(
  { call, gitDir }: Attempt,
  options: readonly string[],
  refspecs: readonly string[],
): Promise<Fetched> {
  await resetConfig(gitDir);
  const fixed = ['--quiet', '--force', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  return runGit({ ...call, args: ['fetch', ...fixed, ...options, REMOTE, ...refspecs] });
}

/**
 * Forget that an earlier fetch has left out objects. Git would request each missing object by another fetch within the
 * fetch; if the server never sends it, that would go on without end.
 */
async function resetConfig(gitDir: string): Promise<void> {
  await writeFile(path.join(gitDir, 'config'), CONFIG);
}

function failedWith(fetched: Fetched, pattern: RegExp): boolean {
  return !fetched.ok && fetched.error.kind === 'failed' && pattern.test(fetched.error.stderr);
}

/**
 * True when the repository has any ref: a server that is no git server gives none, and git takes that for an empty
 * repository.
 */
async function hasFetched(call: Omit<GitCall, 'args'>): Promise<boolean> {
  const listed = await readGit({ ...call, args: ['for-each-ref', '--count=1'] }, 10_000);
  return listed.ok && listed.value.trim() !== '';
}

async function commitOf(
  { kind, sha }: ResolvedPin,
  call: Omit<GitCall, 'args'>,
): Promise<Result<string, RepoFailure>> {
  const name = kind === 'sha' ? sha : FETCHED_REF;
  const parsed = await readGit(
    { ...call, args: ['rev-parse', '--verify', '--quiet', `${name}^{commit}`] },
    100,
  );
  const commit = parsed.ok ? parsed.value.trim() : '';
  if (kind !== 'sha') {
    return commit === '' ? err(repoRefused(`the ${kind} does not name a commit`)) : ok(commit);
  }
  if (commit === '') return err(repoFailed(`the repository has no commit ${sha}`));
  return commit === sha ? ok(commit) : err(repoRefused(`${sha} names a tag, not a commit`));
}
