/** Why a change of the config was not written, in words for API callers. */
import path from 'node:path';
import { ERRORS } from '../../platform/base/errors.ts';
import type { StateErrorKind } from '../../state/state-error.ts';
import { type ConfigProblem, describeConfigProblem } from '../read/findings.ts';

/** Why a change was not written. The config is unchanged. Messages hold no path and no secret. */
export type ConfigWriteFailure =
  | { readonly kind: 'read_only'; readonly message: string }
  | { readonly kind: 'unparsable'; readonly message: string; readonly problems: readonly ConfigProblem[] }
  | { readonly kind: 'rolled_back'; readonly message: string; readonly problems: readonly ConfigProblem[] }
  | { readonly kind: 'io'; readonly message: string; readonly code: string; readonly status: 409 | 500 }
  | { readonly kind: 'local_repo'; readonly message: string }
  | { readonly kind: 'unavailable'; readonly message: string };

/** Errors that the operator fixes by giving the server a file that it may replace. */
const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV', 'ETXTBSY', 'EAGAIN', 'ENOENT']);

const MOUNTED = new Set(['EBUSY', 'EXDEV']);

/** The text, before or after the change, cannot be used. */
export function problemFailure(
  kind: 'unparsable' | 'rolled_back',
  problems: readonly ConfigProblem[],
  noun = 'config file',
): ConfigWriteFailure {
  const [problem] = problems;
  // API callers need not know the path of the file on the server.
  const first =
    problem === undefined ? '' : describeConfigProblem({ ...problem, file: path.basename(problem.file) });
  const message =
    kind === 'unparsable'
      ? `the ${noun} cannot be used as it stands, so it is not written: ${first}`
      : `the config would not load with this change: ${first}`;
  return { kind, message, problems };
}

/** The edits cannot be made in the text. */
export function rolledBack(message: string): ConfigWriteFailure {
  return { kind: 'rolled_back', message, problems: [] };
}

/** A caller may not register this repository of the server's machine. Does not say what is there. */
export function localRepoFailure(handle: string): ConfigWriteFailure {
  const message =
    `screen_repos.${handle}.repo: an address of this machine is for the operator's own config file, ` +
    'or must lie, links resolved, below a folder of SCREEN_REPO_FOLDERS';
  return { kind: 'local_repo', message };
}

/** The file cannot be written, by the code of the error. */
export function ioFailure(code: string): ConfigWriteFailure {
  const status = NOT_ALLOWED.has(code) ? 409 : 500;
  return { kind: 'io', code, status, message: ioMessage(code) };
}

/** The state store has not kept the config, or has not said that it did. */
export function storeFailure(kind: StateErrorKind | 'uncertain'): ConfigWriteFailure {
  const full = 'the state store has no room: nothing was changed';
  if (kind === 'full') return { kind: 'unavailable', message: full };
  const message =
    kind === 'uncertain'
      ? 'the state store did not answer in time: the change may have been made or not; look before you try again'
      : ERRORS.store_unavailable.text;
  return { kind: 'unavailable', message };
}

/** Others have changed the config in the state store again and again meanwhile. */
export function overtakenFailure(): ConfigWriteFailure {
  const message = 'the config is being changed by other servers; try again';
  return { kind: 'io', code: 'EAGAIN', status: 409, message };
}

function ioMessage(code: string): string {
  if (MOUNTED.has(code)) {
    return `the config file is mounted on its own, so it cannot be replaced as a whole (${code}); mount its folder instead`;
  }
  if (code === 'EAGAIN') return 'the config file is being changed by another program; try again';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `the config file cannot be written: no space is left (${code})`;
  }
  return `the config file cannot be written (${code})`;
}
