/** Why a fetch did not bring a new commit, in sentences for the operator. */
import { redact } from '../base/redact.ts';
import type { GitProblem } from './git-process.ts';

export interface RepoProblem {
  /**
   * `failed`: may go well another time. `refused`: this commit will never be taken as it is.
   * `aborted`: the server stops, or the entry has changed.
   */
  readonly kind: 'failed' | 'refused' | 'aborted';
  /** Without secrets and paths of this machine. */
  readonly message: string;
}

const MAX_MESSAGE = 240;

/** What git says, and what it means; the first that matches. */
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
  [/protocol '.*' not allowed|transport '.*' not allowed/, 'the server sent on to another kind of address'],
  [
    /repository '.*' not found|does not appear to be a git repository|returned error: 404|access denied or repository not exported/,
    'there is no such repository, or it needs a token',
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

/** Say in a sentence how git failed. */
export function describeGitProblem(problem: GitProblem, secrets: readonly string[]): RepoProblem {
  switch (problem.kind) {
    case 'failed':
      return failure(describeStderr(problem.stderr, secrets));
    case 'aborted':
      return { kind: 'aborted', message: 'stopped' };
    case 'stopped':
      return failure('git printed more than expected');
    case 'timeout':
      return failure('the server did not finish in time');
  }
}

/** A commit that cannot be served. */
export function refusal(message: string): RepoProblem {
  return { kind: 'refused', message };
}

/** Something that may go well another time. */
export function failure(message: string): RepoProblem {
  return { kind: 'failed', message };
}

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

/** A line of git in one that can be shown: it may quote the server, and name folders of this machine. */
function clean(text: string, secrets: readonly string[]): string {
  const shown = redact(text, secrets)
    .replace(/(^|[\s'"(])\/[^\s'"]+/g, '$1…')
    .replace(/[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return shown.length > MAX_MESSAGE ? `${shown.slice(0, MAX_MESSAGE - 1)}…` : shown;
}
