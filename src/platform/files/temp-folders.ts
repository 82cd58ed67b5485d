/**
 * The folders of Stipple in the temporary directory of the system: their names, and the removal of those that killed
 * processes have left.
 */
import { opendir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAbandoned, isSafePlace, makeOwnedFolder, type OwnedFolder } from './owned-folder.ts';

/** At the start: names in the temporary directory that are read, and folders that are examined. */
const TEMP_NAMES = 100_000;
const TEMP_FOLDERS = 500;

/** What a folder is for: `''` for the work of an engine, else a check, a look at a repository, a run of a bench, or a draft. */
const KINDS = ['', 'check-', 'repo-', 'bench-', 'draft-'] as const;

/** Folders that are examined at the same time: each takes a second. */
const AT_ONCE = 16;

const NAME = new RegExp(`^stipple-(?:${KINDS.filter((kind) => kind !== '').join('|')})?[A-Za-z0-9]{6}$`);

/**
 * Make a folder for this process.
 * @throws errors of `node:fs`
 */
export function makeTempFolder(kind: (typeof KINDS)[number] = ''): OwnedFolder {
  return makeOwnedFolder(path.join(tmpdir(), `stipple-${kind}`));
}

/**
 * Remove the folders of killed processes. Looks at a limited number of names, and keeps folders of other users, links,
 * and folders in doubt. Two servers may do so at once.
 * @param place  the temporary directory; everybody may have planted names there
 * @param signal ends it before the next few folders
 * @returns the names of those that were removed; never rejects
 */
export async function removeAbandoned(
  signal: AbortSignal,
  place: string = tmpdir(),
): Promise<readonly string[]> {
  const removed: string[] = [];
  try {
    if (!(await isSafePlace(place))) return removed;
    const names = await namesIn(place);
    for (let start = 0; start < names.length && !signal.aborted; start += AT_ONCE) {
      const some = names.slice(start, start + AT_ONCE);
      const abandoned = await Promise.all(some.map((name) => isAbandoned(path.join(place, name))));
      for (const name of some.filter((_, index) => abandoned[index])) {
        await rm(path.join(place, name), { recursive: true, force: true });
        removed.push(name);
      }
    }
  } catch {
    // What cannot be listed or removed stays; the next start tries again.
  }
  return removed;
}

/** Names that could be ours, as many as one run examines. */
async function namesIn(place: string): Promise<readonly string[]> {
  const names: string[] = [];
  let seen = 0;
  for await (const { name } of await opendir(place)) {
    seen += 1;
    if (NAME.test(name)) names.push(name);
    if (seen >= TEMP_NAMES || names.length >= TEMP_FOLDERS) break;
  }
  return names;
}
