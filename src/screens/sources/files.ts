/** Access to the files of screens: by relative path, inside their roots, and fast while they do not change. */
import { sha256Hex } from '../../platform/base/hash.ts';
import { err, type Result } from '../../platform/base/result.ts';
import { FileCache, type FileFailure, type FileState } from '../../platform/files/files.ts';
import { isHiddenPath } from '../../platform/files/paths.ts';

/** Screen files that a thread keeps in memory, so that an unchanged file costs one stat. */
export const SCREEN_FILE_CACHE_BYTES = 16 * 1024 * 1024;

/** A file of a screen. Objects are shared between calls and must not be changed. */
export interface ScreenFile {
  readonly bytes: Buffer;
  /** SHA-256 of the content in hex: a key for caches of compiled forms. */
  readonly fingerprint: string;
}

/** A file that was looked for, by its absolute path, and its state. */
interface SeenFile {
  readonly path: string;
  readonly state: FileState;
}

/** Receives each file that is looked for. */
export type OnSeenFile = (file: SeenFile) => void;

/** Longest relative path that is accepted; file systems stop at 4096. */
const MAX_PATH = 1024;

/** Why a hidden file is refused, whether it exists or not. */
export const HIDDEN = 'files and folders that begin with "." are out of reach';

/** One cache per thread. */
const cache = new FileCache<ScreenFile>(SCREEN_FILE_CACHE_BYTES);

/**
 * Read a file of a screen; the first root that has it wins.
 * @param roots        absolute folders
 * @param relativePath segments joined by `/`; nothing absolute, no `..`, no backslash, no NUL
 * @returns `asset_missing`, or `asset_refused` when the path or the file is not acceptable: hidden, a link that
 *          leaves its root or leads to a hidden file, a pipe, a device, a folder, more than `maxBytes`
 * @param onSeen       receives the file, and before it the roots that do not have it
 */
export function readScreenFile(
  roots: readonly string[],
  relativePath: string,
  maxBytes: number,
  onSeen?: OnSeenFile,
): Result<ScreenFile> {
  if (!isSafeRelativePath(relativePath)) {
    return refused(
      relativePath,
      'expected a path inside the folder of the screens, relative and without ".."',
    );
  }
  if (isHiddenPath(relativePath)) return refused(relativePath, HIDDEN);
  for (const root of roots) {
    const path = `${root}/${relativePath}`;
    const loaded = cache.load(path, maxBytes, makeFile, root);
    onSeen?.({ path, state: cache.lastState });
    if (loaded.ok) return loaded;
    if (loaded.error.kind !== 'missing') return refused(relativePath, loaded.error.message);
  }
  return err({ code: 'asset_missing', message: 'this file does not exist', file: shown(relativePath) });
}

/** True for a path that cannot lead out of the folder it is relative to, links aside. */
export function isSafeRelativePath(relativePath: string): boolean {
  if (relativePath === '' || relativePath.length > MAX_PATH) return false;
  if (relativePath.startsWith('/') || relativePath.includes('\\') || relativePath.includes('\0'))
    return false;
  return !relativePath.includes('..') || !relativePath.split('/').includes('..');
}

function makeFile(bytes: Buffer): ScreenFile {
  return { bytes, fingerprint: sha256Hex(bytes) };
}

function refused(relativePath: string, message: FileFailure['message']): Result<never> {
  return err({ code: 'asset_refused', message, file: shown(relativePath) });
}

/** A path for messages. */
function shown(relativePath: string): string {
  const clean = relativePath.replaceAll(/[\p{Cc}]/gu, '?');
  return clean.length > 120 ? `${clean.slice(0, 117)}...` : clean;
}
