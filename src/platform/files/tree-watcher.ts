/**
 * Tells which files below a folder have changed, some milliseconds after they have. The system tells of changes in most
 * folders. Network drives and mounts of containers do not, so all files are looked at from time to time as well;
 * `chokidar` does either the one or the other.
 */

import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileState, statFile } from './files.ts';
import { joinPath } from './paths.ts';
import { walkTree } from './walk-tree.ts';

/** Files that are watched; those beyond are edited without a word. Looking at so many takes some 20 ms. */
const WATCHED_FILES = 5_000;
/** Folders whose changes the system tells of: a user may have some thousand such watches. Others are looked at. */
const WATCHED_FOLDERS = 256;
/** A change is reported when nothing else changes for so long: editors write a file in parts, and several files at once. */
const SETTLE_MS = 40;
/** And after so long in any case. */
const LONGEST_SETTLE_MS = 120;
/** How often all files are looked at, for changes that the system does not tell of: network drives, mounts. */
const LOOK_MS = 1_000;
/** The same where the system tells of nothing. */
const BLIND_LOOK_MS = 150;

interface TreeState {
  /** What tells one version of a file from another, by its path relative to the folder. Hidden files are not seen. */
  readonly files: ReadonlyMap<string, string>;
  /** Which folder each path is, the top (`''`) too, by its path relative to the top. */
  readonly folders: ReadonlyMap<string, string>;
}

const NO_TREE: TreeState = { files: new Map(), folders: new Map() };

/** Files that are looked at in one go, in less than a millisecond. */
const SLICE = 200;

/** Look at the files below a folder, the first few thousand. */
async function lookAtTree(top: string): Promise<TreeState> {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for await (const { folder, files: entries } of walkTree(top)) {
    const stats = statFile(path.join(top, folder));
    if (stats !== undefined) folders.set(folder, `${stats.dev} ${stats.ino}`);
    for (const { name } of entries) {
      const file = joinPath(folder, name);
      const state = fileState(path.join(top, file));
      if (state !== null) files.set(file, state);
      if (files.size >= WATCHED_FILES) return { files, folders };
      if (files.size % SLICE === 0) await nextTurn();
    }
  }
  return { files, folders };
}

/** The files that are new, changed or gone, sorted. */
function changedFiles(before: TreeState, now: TreeState): readonly string[] {
  const changed = [...now.files].flatMap(([file, state]) => (before.files.get(file) === state ? [] : [file]));
  const gone = [...before.files.keys()].filter((file) => !now.files.has(file));
  return [...changed, ...gone].sort();
}

/** A look takes at most so much of the time: one part in this many. */
const SHARE = 30;

interface WatchedFolder {
  /** Which folder it is: another one may take its place. */
  readonly identity: string;
  readonly watcher: FSWatcher;
}

export class TreeWatcher {
  readonly #top: string;
  readonly #onChange: (files: readonly string[]) => void;
  readonly #folders = new Map<string, WatchedFolder>();
  #state: TreeState = NO_TREE;
  #isRunning = false;
  /** Tells the looks of one start from those of another. */
  #round = 0;
  #isBlind = false;
  #timer: NodeJS.Timeout | null = null;
  /** When the first change was noticed that was not looked at yet. */
  #noticedMs: number | null = null;
  #looking: Promise<void> | null = null;
  #again = false;

  /**
   * @param top       absolute; it need not exist yet
   * @param onChange  receives the paths of changed files, relative to the folder, sorted
   */
  constructor(top: string, onChange: (files: readonly string[]) => void) {
    this.#top = top;
    this.#onChange = onChange;
  }

  /** Begin. Resolves when every later change will be reported. */
  async start(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#round += 1;
    const round = this.#round;
    const state = await lookAtTree(this.#top);
    if (round !== this.#round || !this.#isRunning) return;
    this.#state = state;
    this.#watchFolders();
    // What has changed between the look and the watches.
    await this.look();
  }

  stop(): void {
    this.#isRunning = false;
    this.#round += 1;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const folder of [...this.#folders.keys()]) this.#unwatch(folder);
    this.#state = NO_TREE;
  }

  /** Look now. Resolves when what has changed is reported. */
  async look(): Promise<void> {
    this.#again = true;
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = null;
      if (this.#again && this.#isRunning) void this.look();
    });
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    while (this.#again && this.#isRunning) {
      this.#again = false;
      this.#noticedMs = null;
      const round = this.#round;
      const startMs = performance.now();
      const now = await lookAtTree(this.#top);
      if (round !== this.#round) return;
      const changed = changedFiles(this.#state, now);
      this.#state = now;
      this.#watchFolders();
      const leastMs = this.#isBlind ? BLIND_LOOK_MS : LOOK_MS;
      this.#lookIn(Math.max(leastMs, (performance.now() - startMs) * SHARE));
      if (changed.length > 0) this.#onChange(changed);
    }
  }

  /** Something has changed: look when nothing has for a moment, or soon. */
  #notice(): void {
    const nowMs = performance.now();
    this.#noticedMs ??= nowMs;
    const leftMs = this.#noticedMs + LONGEST_SETTLE_MS - nowMs;
    this.#lookIn(Math.max(0, Math.min(SETTLE_MS, leftMs)));
  }

  #lookIn(ms: number): void {
    if (!this.#isRunning) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), ms).unref();
  }

  /** Watch the folders that are there now, and no others. */
  #watchFolders(): void {
    const { folders } = this.#state;
    for (const [folder, { identity }] of this.#folders) {
      if (folders.get(folder) !== identity) this.#unwatch(folder);
    }
    this.#isBlind = false;
    for (const [folder, identity] of folders) {
      if (this.#folders.size >= WATCHED_FOLDERS) return;
      if (!this.#folders.has(folder)) this.#watch(folder, identity);
    }
  }

  #watch(folder: string, identity: string): void {
    try {
      const watcher = watch(path.join(this.#top, folder), { persistent: false });
      watcher.on('change', () => this.#notice());
      watcher.on('error', () => this.#unwatch(folder));
      this.#folders.set(folder, { identity, watcher });
    } catch {
      // The system has no more watches, or none at all.
      this.#isBlind = true;
    }
  }

  #unwatch(folder: string): void {
    this.#folders.get(folder)?.watcher.close();
    this.#folders.delete(folder);
  }
}
