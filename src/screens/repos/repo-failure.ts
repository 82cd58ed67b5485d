/** Why a fetch failed, in sentences for the operator. */
import { redact } from '../../platform/base/redact.ts';
import type { GitFailure } from './git-process.ts';

export interface RepoFailure {
  /**
   * `failed`: may succeed another time. `refused`: this commit will never be accepted. `aborted`: the server stops, or
   * the entry has changed.
   */
  readonly kind: 'failed' | 'refused' | 'aborted';
  /** Without secrets and paths of this machine. */
  readonly message: string;
  /** Details for the operator's log that an admin must not see; also without secrets. */
  readonly detail?: string;
}

/**
 * The only message about an address without a git server. Otherwise anybody who may register repos could probe every
 * address in the network of the server.
 */
export const NOT_REACHED =
  'not reached: no git server gave this repository. Check the address, whether the server may reach it (private ones ' +
  'need allow_private_network), and, where it asks for a login, check the token or ssh key; the log says more';

const MAX_MESSAGE = 240;

const NO_REPOSITORY = 'there is no such repository, or it needs a token';

/** Messages of git, and their meaning; the first match counts. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/exec: git: not found|git: No such file/i, 'the program git is not installed on the server'],
  [
    /Host key verification failed/,
    'the ssh key of the host is not known; add it to known_hosts of the server',
  ],
  [
    /Permission denied \(/,
    'the ssh server refused the login; the server needs a key that may read the repository',
  ],
  [
    /Authentication failed|HTTP Basic: Access denied|returned error: 403/,
    'the server refused the login; check the token',
  ],
  [
    /could not read (?:Username|Password)/,
    'the server asks for a login; set a token that may read the repository',
  ],
  [/Could not resolve host/i, 'the host name is not known'],
  [/Connection refused|Failed to connect|Couldn't connect/i, 'the server cannot be reached'],
  [/unable to connect|Network is unreachable|No route to host/i, 'the server cannot be reached'],
  [/timed out|too slow|Operation too slow/i, 'the server did not answer in time'],
  [/SSL|certificate/i, 'the certificate of the server is not accepted'],
  [/dubious ownership/, 'the repository belongs to another user of this machine'],
  [/(?:protocol|transport) '[^'\n]*' not allowed/, 'the server sent on to another kind of address'],
  [/repository '[^'\n]*' not found/, NO_REPOSITORY],
  [
    /does not appear to be a git repository|returned error: 404|access denied or repository not exported/,
    NO_REPOSITORY,
  ],
  [/signal 25|File too large|File size limit/i, 'the repository is too large'],
  [/[Oo]ut of memory|Cannot allocate memory|mmap failed/, 'the repository takes too much memory'],
  [/No space left on device/, 'the disk of the cache is full'],
  [/Read-only file system/, 'the folder of the cache cannot be written'],
  [
    /hung up unexpectedly|early EOF|unexpected disconnect|RPC failed|Connection reset/i,
    'the server broke off',
  ],
];

/** Describe in a sentence how git failed. */
export function describeGitFailure(problem: GitFailure, secrets: readonly string[]): RepoFailure {
  switch (problem.kind) {
    case 'failed':
      return repoFailed(describeStderr(problem.stderr, secrets));
    case 'aborted':
      return { kind: 'aborted', message: 'stopped' };
    case 'stopped':
      return repoFailed('git printed more than expected');
    case 'timeout':
      return repoFailed('the server did not finish in time');
  }
}

/**
 * Describe how git failed with a server on the network: messages of git servers, and errors on this machine. All other
 * cases get the same message, whether nobody answered or a server that is no git server.
 * @param met true when the server has answered as a git server before
 */
export function describeRemoteFailure(
  problem: GitFailure,
  secrets: readonly string[],
  met: boolean,
): RepoFailure {
  const told = describeGitFailure(problem, secrets);
  const open =
    problem.kind === 'failed' ? ownLines(problem.stderr).some(isOpen) : problem.kind !== 'timeout' || met;
  return open ? told : notReached(told.message);
}

/** A failure without details for the admin. */
export function notReached(detail: string): RepoFailure {
  return { ...repoFailed(NOT_REACHED), detail };
}

/** A commit that cannot be accepted. */
export function repoRefused(message: string): RepoFailure {
  return { kind: 'refused', message };
}

/** A failure that may not happen another time. */
export function repoFailed(message: string): RepoFailure {
  return { kind: 'failed', message };
}

/** Lines of git itself: text of a web server follows `remote:`. */
function ownLines(stderr: string): readonly string[] {
  return stderr.split(/[\r\n]+/).filter((line) => !/^\s*remote:/.test(line));
}

/** True for a line that reveals nothing of other hosts, except what a git server says by its protocol. */
function isOpen(line: string): boolean {
  return (
    /^(?:fatal|error): remote error: /.test(line) || ON_THIS_MACHINE.some((pattern) => pattern.test(line))
  );
}

/** Errors of this machine, and of the objects that a git server has sent. */
const ON_THIS_MACHINE: readonly RegExp[] = [
  /exec: git: not found/,
  /^(?:fatal|error): .*(?:signal 25|File too large|No space left on device|Read-only file system)/,
  /^(?:fatal|error): (?:Out of memory|.*(?:mmap failed|Cannot allocate memory))/,
  /^(?:fatal|error): (?:index-pack|fetch-pack|pack |unpack-objects|bad pack|invalid index-pack|inflate|.*pack-objects)/,
];

function describeStderr(stderr: string, secrets: readonly string[]): string {
  const status = /returned error: (\d{3})/.exec(stderr)?.[1];
  const meaning = MEANINGS.find(([pattern]) => pattern.test(stderr))?.[1];
  if (meaning !== undefined) return meaning;
  if (status !== undefined) return `the server answered with status ${status}`;
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const reason =
    lines.findLast((line) => /^(?:fatal|error):/.test(line)) ?? lines.at(-1) ?? 'no reason given';
  return `git: ${clean(reason.replace(/^(?:fatal|error): /, ''), secrets)}`;
}

/** A line of git that can be shown: without secrets, folders of this machine and control characters. */
function clean(text: string, secrets: readonly string[]): string {
  const shown = redact(text, secrets)
    .replace(/(^|[\s'"(])\/[^\s'"]+/g, '$1…')
    .replace(/[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return shown.length > MAX_MESSAGE ? `${shown.slice(0, MAX_MESSAGE - 1)}…` : shown;
}
