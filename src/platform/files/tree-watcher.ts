/**
 * Tells which files below a folder have changed, some milliseconds after they have. The system tells of changes in most
 * folders. Network drives and mounts of containers do not, so all files are looked at from time to time as well;
 * `chokidar` does either the one or the other.
 */
import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { FILE_LIMITS } from '../base/file-limits.ts';
import { changedFiles, lookAtTree, NO_TREE, type TreeState } from './tree-state.ts';

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
   * @param onChange  told of the paths of changed files, relative to the folder, sorted
   */
  constructor(top: string, onChange: (files: readonly string[]) => void) {
    this.#top = top;
    this.#onChange = onChange;
  }

  /** Begin. Resolves when every later change will be told of. */
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

  /** Look now. Resolves when what has changed is told. */
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
      const leastMs = this.#isBlind ? FILE_LIMITS.blindLookMs : FILE_LIMITS.lookMs;
      this.#lookIn(Math.max(leastMs, (performance.now() - startMs) * SHARE));
      if (changed.length > 0) this.#onChange(changed);
    }
  }

  /** Something has changed: look when nothing has for a moment, or soon. */
  #notice(): void {
    const nowMs = performance.now();
    this.#noticedMs ??= nowMs;
    const leftMs = this.#noticedMs + FILE_LIMITS.longestSettleMs - nowMs;
    this.#lookIn(Math.max(0, Math.min(FILE_LIMITS.settleMs, leftMs)));
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
      if (this.#folders.size >= FILE_LIMITS.watchedFolders) return;
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
