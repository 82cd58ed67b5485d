/** Which names may occur in the tree of a repo. A name that is dangerous on any file system refuses the whole repo. */
import { trimEndOf } from '../../platform/base/trim.ts';

/** Path of a file in a repo, and one name in it: with the folder of the cache, file systems can still hold it. */
export const REPO_PATH_BYTES = 512;
const REPO_NAME_BYTES = 128;

/** Characters that HFS+ ignores in names, so that `.g<U+200C>it` is `.git` there (git's utf8.c, next_hfs_char). */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** Names that Windows takes for devices, whatever follows a dot or colon; the superscript digits count as digits. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(?:[.:].*)?$/;

/** Why a path refuses the repo; null when it does not. */
export function pathProblem(path: string): string | null {
  if (Buffer.byteLength(path) > REPO_PATH_BYTES) return `is longer than ${REPO_PATH_BYTES} bytes`;
  if (path.startsWith('/')) return 'is absolute';
  for (const name of path.split('/')) {
    const problem = nameProblem(name);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * The path in the form that the least strict file system compares: without case, composed, without what HFS+ ignores
 * and what Windows drops at the end of a name. Two paths with the same form cannot both exist everywhere.
 */
export function foldedPath(path: string): string {
  return path.split('/').map(folded).join('/');
}

function nameProblem(name: string): string | null {
  if (name === '' || name === '.' || name === '..') return 'leads out of its folder';
  if (Buffer.byteLength(name) > REPO_NAME_BYTES) return `has a name longer than ${REPO_NAME_BYTES} bytes`;
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name)) return 'contains control characters';
  if (name.includes('\\')) return 'contains a backslash';
  const plain = folded(name);
  if (plain === '' || plain === '.') return 'leads out of its folder';
  // `.git::$INDEX_ALLOCATION` is the folder itself on NTFS, and `git~1` its short name.
  if (/^(?:\.git|git~\d+)(?::.*)?$/.test(plain)) return 'is a name of git itself';
  return DEVICE.test(plain) ? 'is the name of a device' : null;
}

function folded(name: string): string {
  return trimEndOf(name.replace(HFS_IGNORED, '').normalize('NFKC').toLowerCase(), ' .');
}
