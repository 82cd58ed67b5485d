/** The files below a folder at a moment, so that two moments can be compared. */
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FILE_LIMITS } from '../base/file-limits.ts';
import { fileState, statFile } from './files.ts';
import { joined, walkTree } from './walk-tree.ts';

export interface TreeState {
  /** What tells one version of a file from another, by its path relative to the folder. Hidden files are not seen. */
  readonly files: ReadonlyMap<string, string>;
  /** Which folder each path is, the top (`''`) too, by its path relative to the top. */
  readonly folders: ReadonlyMap<string, string>;
}

export const NO_TREE: TreeState = { files: new Map(), folders: new Map() };

/** So many files are looked at in one go: less than a millisecond. */
const SLICE = 200;

/** Look at the files below a folder, the first few thousand. */
export async function lookAtTree(top: string): Promise<TreeState> {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for await (const { folder, files: entries } of walkTree(top)) {
    const stats = statFile(path.join(top, folder));
    if (stats !== undefined) folders.set(folder, `${stats.dev} ${stats.ino}`);
    for (const { name } of entries) {
      const file = joined(folder, name);
      const state = fileState(path.join(top, file));
      if (state !== null) files.set(file, state);
      if (files.size >= FILE_LIMITS.watchedFiles) return { files, folders };
      if (files.size % SLICE === 0) await nextTurn();
    }
  }
  return { files, folders };
}

/** The files that are new, changed or gone, sorted. */
export function changedFiles(before: TreeState, now: TreeState): readonly string[] {
  const changed = [...now.files].flatMap(([file, state]) => (before.files.get(file) === state ? [] : [file]));
  const gone = [...before.files.keys()].filter((file) => !now.files.has(file));
  return [...changed, ...gone].sort();
}
