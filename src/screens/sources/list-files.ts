/** Lists all files of a source of screens, for somebody who looks for one. */

import { type Dirent, realpathSync } from 'node:fs';
import path from 'node:path';
import { statFile } from '../../platform/files/files.ts';
import { isHiddenBelow, joinPath } from '../../platform/files/paths.ts';
import { walkTree } from '../../platform/files/walk-tree.ts';

interface ListedFile {
  /** Relative to the roots. */
  readonly path: string;
  readonly bytes: number;
}

export interface FileList {
  /** Sorted by path. */
  readonly files: readonly ListedFile[];
  /** True when there are more. */
  readonly truncated: boolean;
}

/**
 * The files below some roots; the first root that has a path wins. Hidden files are left out, links out of their root and
 * links to folders are not followed.
 * @param most  files that are listed at most
 */
export async function listScreenFiles(roots: readonly string[], most: number): Promise<FileList> {
  const found = new Map<string, number>();
  let truncated = false;
  for (const root of roots) {
    if (!(await walk(root, found, most))) truncated = true;
  }
  const files = [...found].map(([name, bytes]): ListedFile => ({ path: name, bytes }));
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), truncated };
}

/** Add the files of a root. False when there are more than may be. */
async function walk(root: string, found: Map<string, number>, most: number): Promise<boolean> {
  const folders = walkTree(root);
  for (;;) {
    const { done, value } = await folders.next();
    if (done) return value;
    for (const entry of value.files) {
      const file = joinPath(value.folder, entry.name);
      const bytes = found.has(file) ? null : sizeOf(root, file, entry);
      if (bytes !== null && found.size >= most) return false;
      if (bytes !== null) found.set(file, bytes);
    }
  }
}

/** The size of a file; null for what is none, or lies elsewhere. */
function sizeOf(root: string, below: string, entry: Dirent): number | null {
  const file = path.join(root, below);
  const stats = statFile(file);
  if (!stats?.isFile() || (entry.isSymbolicLink() && !isWithin(root, file))) return null;
  return stats.size;
}

/** True for a path that leads to something visible in a folder after all links are followed. */
export function isWithin(folder: string, place: string): boolean {
  try {
    const [root, real] = [realpathSync.native(folder), realpathSync.native(place)];
    if (real === root) return true;
    const inside = real.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
    return inside && !isHiddenBelow(root, real);
  } catch {
    return false;
  }
}
