/** Goes through all that is visible below a folder, folder by folder, with others at their turn in between. */

import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isHiddenName, joinPath } from './paths.ts';

/** Entries of folders that are looked at for one source, and folders within folders: as the search for screens does. */
const WALKED_ENTRIES = 20_000;
export const WALKED_DEPTH = 8;

interface FoundFolder {
  /** Relative to the top, `''` for the top itself. */
  readonly folder: string;
  /** What is no folder, or a link to one. */
  readonly files: readonly Dirent[];
}

/**
 * The folders below a folder and itself. Hidden names are left out; links to folders are not followed, as they can form
 * loops.
 * @returns true in the end when nothing was left out for its depth or number
 */
export async function* walkTree(top: string): AsyncGenerator<FoundFolder, boolean> {
  const queue: { readonly folder: string; readonly depth: number }[] = [{ folder: '', depth: 0 }];
  let isWhole = true;
  let budget: number = WALKED_ENTRIES;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { folder, depth } = next;
    const entries = visibleEntries(path.join(top, folder));
    budget -= entries.length;
    if (budget < 0) return false;
    yield { folder, files: entries.filter((entry) => !entry.isDirectory()) };
    await nextTurn();
    const below = entries.filter((entry) => entry.isDirectory());
    if (depth < WALKED_DEPTH) {
      queue.push(...below.map(({ name }) => ({ folder: joinPath(folder, name), depth: depth + 1 })));
    } else if (below.length > 0) isWhole = false;
  }
  return isWhole;
}

function visibleEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isHiddenName(name));
  } catch {
    // It was removed after it was listed, or may not be read.
    return [];
  }
}
