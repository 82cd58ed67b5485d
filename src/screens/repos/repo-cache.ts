/**
 * The folder of fetched commits, which several servers may share without knowing of each other:
 *
 *     <cache>/<repo>/<commit>/       the files of a commit, complete or absent
 *     <cache>/<repo>/<commit>.json   their number, because temporary directories are cleaned up file by file
 *     <cache>/<repo>/<state>.json    the commit in use by a handle with a pin, so that a restart needs no network
 *     <cache>/tmp-<random>/          work of one fetch
 *
 * Everything appears by one rename. A server touches the commits and states that it uses from time to time. What nobody
 * has touched for some time is removed; a commit that a state names is removed after the state.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { sha256Hex } from '../../platform/base/hash.ts';
import { errorCode, writeFileAtomic } from '../../platform/files/files.ts';
import { makeFolders } from '../../platform/files/make-folders.ts';
import { isAbandoned, makeOwnedFolder, type OwnedFolder } from '../../platform/files/owned-folder.ts';
import { asServedState, type ServedState } from './served-state.ts';

/** How long other servers keep a commit after it was last marked as used. */
export const REPO_UNUSED_MS = 3_600_000;
/** How long the state of a handle is kept after the last server has removed it from its config. */
export const REPO_FORGOTTEN_MS = 30 * 86_400_000;

/** The cache belongs to another user, who could put anything into it. */
export class ForeignCacheError extends Error {}

const NO_THROW = { throwIfNoEntry: false } as const;

/** Mode of a folder like `/tmp`. */
const STICKY_AND_OPEN = 0o1002;

const TEMPORARY = 'tmp-';
const REPO = /^[0-9a-f]{16}$/;
const COMMIT_OR_MARKER = /^([0-9a-f]{40})(?:\.json)?$/;
const STATE = /^[0-9a-f]{16}\.json$/;

export class RepoCache {
  readonly #dir: string;

  /** @param dir absolute; made when the first commit comes */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Folder of a commit, which may not exist. */
  commitDir(repo: string, sha: string): string {
    return path.join(this.#repoDir(repo), sha);
  }

  /** True when the commit is in the cache. */
  has(repo: string, sha: string): boolean {
    return existsSync(this.commitDir(repo, sha));
  }

  /** True when the commit is in the cache and complete. Marks it as used. */
  async isComplete(repo: string, sha: string): Promise<boolean> {
    const dir = this.commitDir(repo, sha);
    const counted = await readFile(markerOf(dir), 'utf8').catch(() => '');
    if (counted !== String(await countEntries(dir))) return false;
    await touchCommit(dir);
    return true;
  }

  /**
   * A new folder for the work of one fetch; the caller removes it.
   * @throws {ForeignCacheError}
   */
  async makeTemporary(): Promise<OwnedFolder> {
    // Repositories may be private.
    await makeFolders(this.#dir, 0o700);
    if (!this.#isOurs()) throw new ForeignCacheError('the folder of the cache belongs to another user');
    return makeOwnedFolder(path.join(this.#dir, TEMPORARY));
  }

  /** Move a complete tree to its place. If another server was faster, its tree is the same. */
  async publish(tree: string, repo: string, sha: string): Promise<void> {
    const dir = this.commitDir(repo, sha);
    const entries = await countEntries(tree);
    await makeFolders(this.#repoDir(repo));
    try {
      await rename(tree, dir);
    } catch (cause) {
      if (!this.has(repo, sha)) throw cause;
    }
    await writeFileAtomic(markerOf(dir), String(entries));
    await touchCommit(dir);
  }

  /** Replace the damaged tree of a commit by one that was fetched again. */
  async replace(tree: string, damaged: string, repo: string, sha: string): Promise<void> {
    await rename(this.commitDir(repo, sha), damaged).catch(ignoreMissing);
    await this.publish(tree, repo, sha);
  }

  /** Mark a commit as used by a handle. */
  async touch(handle: string, repo: string, pin: string | null, used: ServedState): Promise<void> {
    await touchCommit(this.commitDir(used.repo, used.sha));
    await touchFile(this.#stateFile(handle, repo, pin));
  }

  /** The saved state of a handle with this repo and pin; null when there is none, or its commit is gone. */
  readState(handle: string, repo: string, pin: string | null): ServedState | null {
    if (!this.#isOurs()) return null;
    const state = readStateFile(this.#stateFile(handle, repo, pin));
    return state !== null && this.has(state.repo, state.sha) ? state : null;
  }

  /** Save the state of a handle. */
  async writeState(handle: string, repo: string, pin: string | null, state: ServedState): Promise<void> {
    await writeFileAtomic(this.#stateFile(handle, repo, pin), `${JSON.stringify(state)}\n`);
  }

  /** Remove the commits of a repo that nobody uses. @param used those that this server uses */
  async prune(repo: string, used: ReadonlySet<string>): Promise<void> {
    await this.#pruneFolder(this.#repoDir(repo), used);
  }

  /** Remove everything in the cache that nobody uses any more. Mark what this server uses before. */
  async sweep(): Promise<void> {
    if (!this.#isOurs()) return;
    for (const name of await readdir(this.#dir).catch(() => [])) {
      const entry = path.join(this.#dir, name);
      if (name.startsWith(TEMPORARY)) await this.#removeTemporary(entry);
      else if (REPO.test(name)) await this.#pruneFolder(entry, new Set());
    }
  }

  /** Remove the work of a killed server at once; if its end cannot be known, after a time. */
  async #removeTemporary(entry: string): Promise<void> {
    if (await isAbandoned(entry)) await rm(entry, { recursive: true, force: true }).catch(() => undefined);
    else await this.#removeAfter(REPO_UNUSED_MS, entry);
  }

  async #pruneFolder(folder: string, used: ReadonlySet<string>): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    const kept = new Set(used);
    for (const file of names.filter((name) => STATE.test(name)).map((name) => path.join(folder, name))) {
      const state = readStateFile(file);
      const removed = await this.#removeAfter(REPO_FORGOTTEN_MS, file);
      if (state !== null && !removed) kept.add(state.sha);
    }
    for (const name of names) {
      const [, sha = null] = COMMIT_OR_MARKER.exec(name) ?? [];
      if (sha !== null && !kept.has(sha)) await this.#removeAfter(REPO_UNUSED_MS, path.join(folder, name));
    }
  }

  /**
   * Remove a path that nobody has touched for some time. One rename moves it away first, so that nobody finds a part of
   * it.
   */
  async #removeAfter(ageMs: number, entry: string): Promise<boolean> {
    const stats = await stat(entry).catch(() => null);
    if (stats === null || Date.now() - stats.mtimeMs < ageMs) return false;
    const doomed = this.#temporaryName();
    const moved = await rename(entry, doomed).then(
      () => true,
      () => false,
    );
    if (moved) await rm(doomed, { recursive: true, force: true }).catch(() => undefined);
    return moved;
  }

  /**
   * Where everybody may make folders, as in the temporary directory of a system, somebody else may have made this one
   * before. A folder that does not exist yet will be ours.
   */
  #isOurs(): boolean {
    try {
      const stats = statSync(this.#dir, NO_THROW);
      const around = statSync(path.dirname(this.#dir), NO_THROW);
      const isOpen = ((around?.mode ?? 0) & STICKY_AND_OPEN) === STICKY_AND_OPEN;
      return stats === undefined || !isOpen || stats.uid === process.getuid?.();
    } catch {
      return false;
    }
  }

  #temporaryName(): string {
    return path.join(this.#dir, `${TEMPORARY}${randomBytes(8).toString('hex')}`);
  }

  #repoDir(repo: string): string {
    return path.join(this.#dir, sha256Hex(repo).slice(0, 16));
  }

  #stateFile(handle: string, repo: string, pin: string | null): string {
    const name = sha256Hex(JSON.stringify([handle, pin])).slice(0, 16);
    return path.join(this.#repoDir(repo), `${name}.json`);
  }
}

function readStateFile(file: string): ServedState | null {
  try {
    return asServedState(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** File with the number of entries of a commit. */
function markerOf(commitDir: string): string {
  return `${commitDir}.json`;
}

/** Number of files and folders below a folder; 0 when it does not exist. */
async function countEntries(dir: string): Promise<number> {
  const names = await readdir(dir, { recursive: true }).catch(() => []);
  return names.length;
}

async function touchCommit(dir: string): Promise<void> {
  await touchFile(dir);
  await touchFile(markerOf(dir));
}

async function touchFile(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(ignoreMissing);
}

function ignoreMissing(cause: unknown): void {
  if (errorCode(cause) !== 'ENOENT') throw cause;
}
