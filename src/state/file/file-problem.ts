/** Errors of the file system and of LMDB as sentences for the operator. */
import { StateError } from '../state-error.ts';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Codes of errno (Linux and macOS) that LMDB passes on as numbers. */
const ERRNO: Readonly<Record<number, string>> = {
  1: 'EPERM',
  2: 'ENOENT',
  5: 'EIO',
  11: 'EAGAIN',
  12: 'ENOMEM',
  13: 'EACCES',
  22: 'EINVAL',
  24: 'EMFILE',
  27: 'EFBIG',
  28: 'ENOSPC',
  30: 'EROFS',
  122: 'EDQUOT',
};

/** LMDB's own codes. */
const MAP_FULL = -30_792;
const DAMAGED: ReadonlySet<number> = new Set([-30_797, -30_796, -30_795, -30_793, -30_784]);
const OTHER_VERSION = -30_794;

/** What stopped the work with a folder. */
export function fileProblem(folder: string, error: unknown): StateError {
  if (error instanceof StateError) return error;
  const code = codeOf(error);
  if (typeof code === 'number') {
    if (code === MAP_FULL) return full(folder, 'MDB_MAP_FULL', error);
    if (code === OTHER_VERSION)
      return unusable(`The state in ${folder} is of another version of LMDB.`, error);
    if (DAMAGED.has(code)) {
      return unusable(
        `The state in ${folder} is damaged (LMDB ${code}). Put back a backup, or move the folder away.`,
        error,
      );
    }
  }
  const name = typeof code === 'number' ? (ERRNO[code] ?? String(code)) : code;
  if (FULL.has(name)) return full(folder, name, error);
  // LMDB calls it so when the system has written a part only, as it does at the end of a disk.
  if (name === 'EIO') {
    return new StateError('full', `The disk of the state folder ${folder} is full or broken (EIO).`, error);
  }
  return unusable(`The state folder ${folder} cannot be used: ${sentence(name)}.`, error);
}

function full(folder: string, name: string, cause: unknown): StateError {
  return new StateError('full', `The disk of the state folder ${folder} is full (${name}).`, cause);
}

function unusable(message: string, cause: unknown): StateError {
  return new StateError('unusable', message, cause);
}

function codeOf(error: unknown): string | number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' || typeof code === 'number') return code;
  return error instanceof Error ? error.message : 'unknown error';
}

function sentence(name: string): string {
  if (name === 'EACCES' || name === 'EPERM') return `it may not be written (${name})`;
  if (name === 'EROFS') return 'it is on a read-only file system (EROFS)';
  if (name === 'ENOENT') return 'the folder above it does not exist (ENOENT)';
  if (name === 'ENOTDIR' || name === 'EEXIST') return `it is not a folder (${name})`;
  return name;
}
