/**
 * Shelves in a folder, by LMDB. One server has the folder, and commands may hold it open beside it: changes are made one
 * after the other among all of them, and are on the disk when they resolve. Only notices stay within a process. The folder
 * must lie on a local disk.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import { EXPIRING, type ExpiringKind } from '../kinds.ts';
import { STATE_LIMITS, STATE_VERSION } from '../limits.ts';
import type { Backing, ExpiringShelf, Shelf } from '../local/backing.ts';
import { SetAside } from '../set-aside.ts';
import { StateError } from '../state-error.ts';
import { DiskRoom, requireRoom } from './disk-room.ts';
import { fileProblem } from './file-problem.ts';
import { markClosed, prepareFolder } from './folder.ts';
import { type LockFile, lockFolder } from './folder-lock.ts';
import { GroupCommit } from './group-commit.ts';
import { LmdbExpiring, type Totals } from './lmdb-expiring.ts';
import { LmdbSeen, lmdbShelf } from './lmdb-shelves.ts';
import { requireWhole } from './require-whole.ts';

/** A shelf of records is one, a shelf of what expires two. */
const MAX_SHELVES = 64;

interface Opened {
  readonly root: RootDatabase;
  readonly folder: string;
  nowMs(): number;
  /** Gives the folder up. */
  unlock(): void;
}

export class FileBacking implements Backing {
  readonly nowMs: () => number;
  readonly seen: LmdbSeen;
  readonly setAside = new SetAside();
  readonly health: DiskRoom;
  readonly #root: RootDatabase;
  readonly #folder: string;
  readonly #unlock: () => void;
  readonly #totals: Totals;
  readonly #commit: GroupCommit;
  readonly #shelves = new Map<string, Shelf<unknown>>();
  readonly #expiring = new Map<ExpiringKind, LmdbExpiring>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;
  #sweeping: Promise<void> = Promise.resolve();

  private constructor({ root, folder, nowMs, unlock }: Opened) {
    this.#root = root;
    this.#folder = folder;
    this.#unlock = unlock;
    this.nowMs = nowMs;
    this.health = new DiskRoom(folder);
    this.#commit = new GroupCommit(root, (bytes) => this.health.requireRoom(bytes));
    this.seen = new LmdbSeen(root);
    this.#totals = root.openDB({ name: 'totals', encoding: 'msgpack' });
    this.#timer = setInterval(() => {
      this.#sweeping = this.#sweeping.then(() => this.#sweep()).catch(() => undefined);
    }, STATE_LIMITS.sweepMs).unref();
  }

  /**
   * @param nowMs     ms since 1970
   * @param lockFile  of a server, which has the folder for itself; null for a command, which may work beside it
   * @throws {StateError} unusable, full
   */
  static async open(folder: string, nowMs: () => number, lockFile: LockFile | null): Promise<FileBacking> {
    const prepared = prepareFolder(folder);
    const { data, pageBytes } = prepared;
    const unlock = lockFile === null ? () => {} : lockFolder(folder, lockFile);
    const { open } = await import('lmdb');
    let root: RootDatabase | null = null;
    try {
      if (pageBytes === null) requireRoom(folder, 0);
      else await requireWhole(folder, data, pageBytes);
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
      return new FileBacking({ root, folder, nowMs, unlock });
    } catch (error) {
      await root?.close();
      unlock();
      throw fileProblem(folder, error);
    }
  }

  async change<T>(work: () => T, bytes = 0): Promise<T> {
    if (this.#isClosed) throw new StateError('unavailable', 'The state is closed.');
    this.health.requireUp();
    try {
      return await this.#commit.run(work, bytes);
    } catch (error) {
      const problem = fileProblem(this.#folder, error);
      this.health.note(problem);
      throw problem;
    }
  }

  shelf<Value>(name: string): Shelf<Value> {
    const shelf = this.#shelves.get(name) ?? lmdbShelf(this.#root, name, this.setAside);
    this.#shelves.set(name, shelf);
    return shelf as Shelf<Value>;
  }

  expiring(kind: ExpiringKind): ExpiringShelf {
    const options = { name: kind, maxBytes: EXPIRING[kind].fileBytes, nowMs: this.nowMs };
    const shelf = this.#expiring.get(kind) ?? new LmdbExpiring(this.#root, this.#totals, options);
    this.#expiring.set(kind, shelf);
    return shelf;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.health.close();
    await this.#sweeping;
    await this.#commit.end();
    await this.#root.close();
    markClosed(this.#folder);
    this.#unlock();
  }

  /** Small steps, so that neither the event loop nor another change waits. */
  async #sweep(): Promise<void> {
    for (const shelf of this.#expiring.values()) {
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
