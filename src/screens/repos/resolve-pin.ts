/** Asks the git server for the commit that a pin names now. */

import type { PinKind, RepoPin } from '../../domain/repo-pin.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { REMOTE } from './git-environment.ts';
import { type GitCall, type GitFailure, readGit, runGit } from './git-process.ts';
import { type RepoFailure, repoFailed } from './repo-failure.ts';

/** What to fetch, and the commit that it is. */
export interface ResolvedPin {
  readonly kind: PinKind;
  /** A commit, or a ref by its full name. */
  readonly want: string;
  /** The commit. */
  readonly sha: string;
}

/** The git server. */
interface PinServer {
  /** Any web server can look like one with a repository without refs. */
  readonly isWeb: boolean;
  /** Describes why git failed. */
  readonly describe: (problem: GitFailure) => RepoFailure;
}

const NO_REFS: GitFailure = { kind: 'failed', stderr: 'fatal: no refs' };

/** Largest answer about the few refs that are asked for. */
const MAX_OUTPUT = 65_536;

/**
 * Find the commit of a pin: a tag has precedence over a branch. A full sha needs no question.
 * @param call     how to run git; its arguments are added here
 */
export async function resolvePin(
  pin: RepoPin,
  call: Omit<GitCall, 'args'>,
  server: PinServer,
): Promise<Result<ResolvedPin, RepoFailure>> {
  if (pin.kind === 'sha') return ok({ kind: 'sha', want: pin.sha, sha: pin.sha });
  const patterns =
    pin.kind === 'default'
      ? ['HEAD']
      : [`refs/tags/${pin.name}`, `refs/tags/${pin.name}^{}`, `refs/heads/${pin.name}`];
  const listed = await readGit({ ...call, args: ['ls-remote', '--quiet', REMOTE, ...patterns] }, MAX_OUTPUT);
  if (!listed.ok) return err(server.describe(listed.error));
  const refs = readRefs(listed.value);
  if (refs.size === 0 && server.isWeb && !(await hasRefs(call))) return err(server.describe(NO_REFS));
  if (pin.kind === 'default') {
    const head = refs.get('HEAD');
    if (head === undefined) return err(repoFailed('the repository has no default branch, or is empty'));
    return ok({ kind: 'branch', want: 'HEAD', sha: head });
  }
  const tag = `refs/tags/${pin.name}`;
  const tagged = refs.get(`${tag}^{}`) ?? refs.get(tag);
  if (tagged !== undefined) return ok({ kind: 'tag', want: tag, sha: tagged });
  const branch = `refs/heads/${pin.name}`;
  const sha = refs.get(branch);
  if (sha !== undefined) return ok({ kind: 'branch', want: branch, sha });
  return err(repoFailed(`the repository has no tag and no branch ${JSON.stringify(pin.name)}`));
}

/** True when the server has any ref. */
async function hasRefs(call: Omit<GitCall, 'args'>): Promise<boolean> {
  let seen = '';
  const take = (chunk: Buffer): boolean => {
    seen += chunk.toString('latin1');
    return seen.length < MAX_OUTPUT;
  };
  await runGit({ ...call, args: ['ls-remote', '--quiet', REMOTE], take });
  return readRefs(seen).size > 0;
}

/**
 * Commits by the full name of their ref. The server's patterns match the ends of names, so callers look for exact ones.
 */
function readRefs(text: string): ReadonlyMap<string, string> {
  const refs = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, sha, name] = /^([0-9a-f]{40})\t(.+)$/.exec(line) ?? [];
    if (sha !== undefined && name !== undefined) refs.set(name, sha);
  }
  return refs;
}
