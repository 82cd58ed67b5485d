/** Which local repositories a change of the config may register. */
import type { ScreenRepoEntry } from '../../domain/config-snapshot.ts';
import { parseRepoUrl } from '../../domain/repo-url.ts';
import { isWithinFolders } from '../../platform/files/repo-folders.ts';

type Entries = ReadonlyMap<string, ScreenRepoEntry>;

/**
 * The first entry whose address a caller has made a local one outside of the folders. An entry that has kept its address
 * is the operator's, or was allowed before.
 * @returns its handle, or null
 */
export function refusedLocalRepo(before: Entries, after: Entries, folders: readonly string[]): string | null {
  for (const { handle, repo } of after.values()) {
    if (repo === null || repo === before.get(handle)?.repo) continue;
    const url = parseRepoUrl(repo);
    if (!url.ok || (url.value.protocol === 'file' && !isWithinFolders(url.value.url, folders))) return handle;
  }
  return null;
}
