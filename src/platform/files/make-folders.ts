/** Makes folders and their missing parents. */
import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Make a folder and its missing parents. An existing folder stays as it is. (Node's own `recursive` loops for ever
 * where the system reports a new folder in an existing one as "not found", as below /proc.)
 * @param mode  permissions of the folders that are made
 * @throws the error of `node:fs` that stopped it: ENOTDIR for a part of the path that is a file
 */
export async function makeFolders(folder: string, mode = 0o777): Promise<void> {
  const missing: string[] = [];
  let at = path.resolve(folder);
  while (statSync(at, { throwIfNoEntry: false }) === undefined && at !== path.dirname(at)) {
    missing.unshift(at);
    at = path.dirname(at);
  }
  for (const one of missing) {
    await mkdir(one, { mode }).catch((error: NodeJS.ErrnoException) => {
      // Somebody else may have made it meanwhile.
      const isThere = error.code === 'EEXIST' && statSync(one, { throwIfNoEntry: false })?.isDirectory();
      if (isThere !== true) throw error;
    });
  }
}
