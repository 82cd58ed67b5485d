/** Searches upwards from a folder. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The nearest folder, upwards, that contains one of some names; null when there is none. */
export function folderAround(place: string, names: readonly string[]): string | null {
  for (let folder = path.resolve(place); ; folder = path.dirname(folder)) {
    if (names.some((name) => existsSync(path.join(folder, name)))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}
