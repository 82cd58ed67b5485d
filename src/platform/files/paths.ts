/**
 * Paths of files, and which names are hidden: one rule for every file that a screen can name or that is searched for it.
 *
 * A path is hidden when one of its segments begins with a dot. Such files are never pictures or modules, but they hold
 * secrets (`.env`, `.git/config`, `.netrc`) and may lie beside screens by accident.
 */
import { realpathSync } from 'node:fs';

/** Folders in which Kubernetes keeps the files of a volume: the visible files are links through these folders. */
const VOLUME_FOLDER = /^\.\.(?:data|\d{4}(?:_\d\d){5}\.\d+)$/;

/**
 * True for a name that begins with a dot, or with a character that some file systems treat as a dot (compatibility
 * forms, Unicode UAX #15), also after invisible characters. `.` alone is the current folder.
 */
export function isHiddenName(name: string): boolean {
  if (name === '.') return false;
  if (name.startsWith('.')) return true;
  return name
    .replace(/[\p{Cf}\s]+/gu, '')
    .normalize('NFKC')
    .startsWith('.');
}

/** True when a segment of a relative path is hidden. Segments are separated by `/`. */
export function isHiddenPath(relativePath: string): boolean {
  return relativePath.split('/').some(isHiddenName);
}

/**
 * True when a file, found below a folder after all links were followed, is hidden there.
 * @param realFolder absolute, without links, as `realpath` gives it
 * @param realFile   the same, somewhere below the folder
 */
export function isHiddenBelow(realFolder: string, realFile: string): boolean {
  const segments = realFile
    .slice(realFolder.length)
    .split('/')
    .filter((segment) => segment !== '');
  return segments.some((segment) => isHiddenName(segment) && !VOLUME_FOLDER.test(segment));
}

/** The path of a name in a folder, both relative. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The canonical path; null for a file that does not exist or cannot be reached. */
export function realPath(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}
