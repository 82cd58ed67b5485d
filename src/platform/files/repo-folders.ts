/** The folders of this machine whose git repositories may be registered by others than the operator. */

import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { realPath } from './paths.ts';

/** What a local repository is judged by. */
export interface LocalRepos {
  /** Absolute folders, as the operator named them. */
  readonly folders: readonly string[];
  /** True where the operator's own file holds the entries: then those outside the folders are the operator's. */
  readonly hasOperatorFile: boolean;
}

/** Where the operator alone says what is fetched, as in tools that run on the operator's machine. */
export const OPERATOR_ONLY: LocalRepos = { folders: [], hasOperatorFile: true };

/** git takes `path`, or the first of these that there is. */
const SPELLINGS = ['', '/.git', '.git', '.git/.git'];

/** Parts of a repository that are read through links, each of which could lead elsewhere. */
const PARTS = [
  'HEAD',
  'config',
  'objects',
  'objects/pack',
  'objects/info',
  'refs',
  'refs/heads',
  'packed-refs',
];

/** Files by which git reads objects of other folders. */
const REFERRALS = ['commondir', 'objects/info/alternates'];

/**
 * True where a `file://` address lies below one of the folders, as it is written and with all links resolved. A
 * repository that is not there yet is judged by its nearest folder; it is looked at again before each fetch.
 */
export function isWithinFolders(url: string, folders: readonly string[]): boolean {
  const written = pathOf(url);
  if (written === null || !isWritten(written, folders)) return false;
  const real = folders.flatMap((folder) => realPath(folder) ?? []);
  const isInside = (file: string) => real.some((folder) => isBelow(nearestReal(file), folder));
  return SPELLINGS.every((ending) => {
    const dir = `${written}${ending}`;
    if (!isInside(dir)) return false;
    // A file `.git` names another folder.
    if (kindOf(dir) === 'file') return false;
    return (
      PARTS.every((part) => isInside(path.join(dir, part))) &&
      REFERRALS.every((name) => kindOf(path.join(dir, name)) === 'none')
    );
  });
}

/**
 * True where the server may fetch from a `file://` address. Without an operator's file all addresses come from callers.
 * With one, an address that is written below a named folder may be a caller's, so no link may lead out of the folder.
 */
export function mayFetchLocal(url: string, { folders, hasOperatorFile }: LocalRepos): boolean {
  const written = pathOf(url);
  if (hasOperatorFile && written !== null && !isWritten(written, folders)) return true;
  if (hasOperatorFile && written === null) return true;
  return isWithinFolders(url, folders);
}

/** The path that git reads from an address, which it decodes; null for one that could be understood in two ways. */
function pathOf(url: string): string | null {
  try {
    const decoded = decodeURIComponent(url.replace(/^file:\/\//i, '').replace(/^localhost\//i, '/'));
    const isPlain = decoded.startsWith('/') && !decoded.includes('\0') && !decoded.split('/').includes('..');
    return isPlain ? withoutEndSlashes(path.normalize(decoded)) : null;
  } catch {
    return null;
  }
}

/** True for a path below a folder, links aside. */
function isWritten(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isBelow(file, folder) || isBelow(file, realPath(folder) ?? folder));
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The real path of what there is, with the rest as written. A link to nowhere counts as outside of everything. */
function nearestReal(file: string): string {
  const real = realPath(file);
  if (real !== null) return real;
  if (kindOf(file) === 'dangling') return '';
  const parent = path.dirname(file);
  return parent === file ? file : path.join(nearestReal(parent), path.basename(file));
}

function kindOf(file: string): 'none' | 'folder' | 'file' | 'dangling' {
  try {
    return statSync(file).isDirectory() ? 'folder' : 'file';
  } catch {
    return isLink(file) ? 'dangling' : 'none';
  }
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
