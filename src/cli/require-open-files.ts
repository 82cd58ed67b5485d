/** Reports in time that the system allows too few descriptors; later it would be a stack trace from inside Node. */
import { openFileLimit } from '../platform/files/open-files.ts';
import { EXIT, ExitError } from './exit.ts';

/**
 * The limit of open files; null when the system does not tell.
 * @throws {ExitError} 71 when it is less than what is needed
 */
export function requireOpenFiles(needed: number): number | null {
  const limit = openFileLimit();
  if (limit === null || limit >= needed) return limit;
  throw new ExitError(
    EXIT.system,
    `expected a limit of at least ${needed} open files, got ${limit}; raise it with "ulimit -n 65536" before the start, with LimitNOFILE= of systemd, or with --ulimit nofile=65536 of docker`,
  );
}
