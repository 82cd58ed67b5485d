/** Tells of the screens of the screens directory that somebody edits, by the admin API or with an editor of their own. */

import { LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import { FILE_LIMITS } from '../../platform/base/file-limits.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { TreeWatcher } from '../../platform/files/tree-watcher.ts';
import { screensOfFiles } from '../../screens/sources/changed-screens.ts';
import { discoverPaths } from '../../screens/sources/discover.ts';
import type { ServerEvent } from './server-news.ts';

export class ScreenNews {
  readonly #root: string;
  readonly #watcher: TreeWatcher;
  #known: ReadonlySet<string> = new Set();

  /**
   * @param root  the screens directory
   * @param tell  is called with each change, some milliseconds after it
   */
  constructor(root: string, tell: (event: ServerEvent) => void) {
    this.#root = root;
    this.#watcher = new TreeWatcher(root, (files) => tell(this.#eventOf(files)));
  }

  start(): void {
    this.#known = this.#screens();
    void this.#watcher.start();
  }

  stop(): void {
    this.#watcher.stop();
    this.#known = new Set();
  }

  /** Look now: something was written. */
  look(): void {
    void this.#watcher.look();
  }

  #screens(): ReadonlySet<string> {
    return new Set(discoverPaths([this.#root]));
  }

  #eventOf(files: readonly string[]): ServerEvent {
    const now = this.#screens();
    const changed = screensOfFiles(files, new Set([...this.#known, ...now]));
    this.#known = now;
    const data = {
      changed: changed.slice(0, FILE_LIMITS.toldFiles).map((path) => `${LOCAL_HANDLE}/${path}`),
      files: files.slice(0, FILE_LIMITS.toldFiles),
      more: Math.max(files.length - FILE_LIMITS.toldFiles, 0),
    };
    // Another change of the same files says all that this one says.
    return { subject: `screen ${sha256Hex(JSON.stringify(data))}`, topic: 'screen', data };
  }
}
