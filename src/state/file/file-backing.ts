/**
 * Shelves in a folder, by LMDB. Several processes may hold the folder open: changes are made one after the other among all
 * of them, and are on the disk when they resolve. Only notices stay within a process. The folder must lie on a local disk.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import { type ExpiringKind, STATE_LIMITS, STATE_VERSION } from '../limits.ts';
import type { Backing, ExpiringShelf, Shelf } from '../local/backing.ts';
import { StateError } from '../state-error.ts';
import { fileProblem } from './file-problem.ts';
import { prepareFolder } from './folder.ts';
import { GroupCommit } from './group-commit.ts';
import { LmdbExpiring, type Totals } from './lmdb-expiring.ts';
import { LmdbSeen, lmdbShelf } from './lmdb-shelves.ts';

const MAX_SHELVES = 64;

export class FileBacking implements Backing {
  readonly nowMs: () => number;
  readonly seen: LmdbSeen;
  readonly #root: RootDatabase;
  readonly #folder: string;
  readonly #totals: Totals;
  readonly #commit: GroupCommit;
  readonly #expiring: LmdbExpiring[] = [];
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;
  #sweeping: Promise<void> = Promise.resolve();

  private constructor(root: RootDatabase, folder: string, nowMs: () => number) {
    this.#root = root;
    this.#folder = folder;
    this.nowMs = nowMs;
    this.#commit = new GroupCommit(root);
    this.seen = new LmdbSeen(root);
    this.#totals = root.openDB({ name: 'totals', encoding: 'msgpack' });
    this.#timer = setInterval(() => {
      this.#sweeping = this.#sweeping.then(() => this.#sweep()).catch(() => undefined);
    }, STATE_LIMITS.sweepMs).unref();
  }

  /**
   * @param nowMs  ms since 1970
   * @throws {StateError} unusable, full
   */
  static async open(folder: string, nowMs: () => number): Promise<FileBacking> {
    const data = prepareFolder(folder);
    const { open } = await import('lmdb');
    let root: RootDatabase | null = null;
    try {
      root = open({
        path: data,
        noSubdir: true,
        maxDbs: MAX_SHELVES,
        // Else a change would resolve before it is on the disk.
        overlappingSync: false,
        // Else a failure also rejects a promise that nobody has, which ends the process.
        eventTurnBatching: false,
      });
      checkVersion(root, folder);
      return new FileBacking(root, folder, nowMs);
    } catch (error) {
      await root?.close();
      throw fileProblem(folder, error);
    }
  }

  async change<T>(work: () => T): Promise<T> {
    if (this.#isClosed) throw new StateError('unavailable', 'The state is closed.');
    try {
      return await this.#commit.run(work);
    } catch (error) {
      throw fileProblem(this.#folder, error);
    }
  }

  shelf<Value>(name: string): Shelf<Value> {
    return lmdbShelf(this.#root, name);
  }

  expiring(kind: ExpiringKind): ExpiringShelf {
    const maxBytes = STATE_LIMITS.fileBytes[kind];
    const shelf = new LmdbExpiring(this.#root, this.#totals, { name: kind, maxBytes, nowMs: this.nowMs });
    this.#expiring.push(shelf);
    return shelf;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#sweeping;
    await this.#commit.end();
    await this.#root.close();
  }

  /** Small steps, so that neither the event loop nor another change waits. */
  async #sweep(): Promise<void> {
    for (const shelf of this.#expiring) {
      while (!this.#isClosed && shelf.isDue) {
        await this.change(() => shelf.sweep());
        await nextTurn();
      }
    }
  }
}

function checkVersion(root: RootDatabase, folder: string): void {
  const layout = root.openDB<number, string>({ name: 'layout', encoding: 'msgpack' });
  const version = layout.get('version');
  if (version === undefined) layout.putSync('version', STATE_VERSION);
  else if (version > STATE_VERSION) {
    throw new StateError(
      'unusable',
      `The state in ${folder} was written by a newer version of Stipple (layout ${version}, this one reads ${STATE_VERSION}).`,
    );
  }
}
