/**
 * The folder of fetched commits, which several servers may share without knowing of each other:
 *
 *     <cache>/<repo>/<commit>/       the files of a commit, complete or not there
 *     <cache>/<repo>/<commit>.json   how many they are: temporary directories get cleaned up, file by file
 *     <cache>/<repo>/<state>.json    what a handle with a pin serves, so that a restart needs no network
 *     <cache>/tmp-<random>/          work of one fetch
 *
 * Whatever appears does so by one rename. Whoever uses a commit touches its folder and its state from time to time;
 * what nobody has touched for a while is removed, a commit that a state names not before the state.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { sha256Hex } from '../base/hash.ts';
import { LIMITS } from '../base/limits.ts';
import { isPlainObject } from '../base/plain.ts';
import type { PinKind } from '../domain/repo-pin.ts';
import { errorCode, writeFileAtomic } from '../files/files.ts';
import { makeFolders } from '../files/make-folders.ts';
import { isAbandoned, makeOwnedFolder, type OwnedFolder } from '../files/owned-folder.ts';

/** What a handle serves, as it is kept over restarts. */
export interface ServedState {
  /** Repo and pin that the commit was fetched for; an entry may have been changed since, without success. */
  readonly repo: string;
  readonly pin: string | null;
  readonly pinKind: PinKind;
  readonly sha: string;
  /** RFC 3339. */
  readonly lastFetched: string;
  /** Screens that can be assigned. */
  readonly screenCount: number;
}

/** The cache is not this user's: what lies in it could be anybody's, and would be served. */
export class ForeignCacheError extends Error {}

const NO_THROW = { throwIfNoEntry: false } as const;

/** Mode of a folder like `/tmp`. */
const STICKY_AND_OPEN = 0o1002;

const TEMPORARY = 'tmp-';
const REPO = /^[0-9a-f]{16}$/;
const COMMIT = /^[0-9a-f]{40}$/;
const COMMIT_OR_MARKER = /^([0-9a-f]{40})(?:\.json)?$/;
const STATE = /^[0-9a-f]{16}\.json$/;

export class RepoCache {
  readonly #dir: string;

  /** @param dir absolute; made when the first commit comes */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Folder of a commit, whether it is there or not. */
  commitDir(repo: string, sha: string): string {
    return path.join(this.#repoDir(repo), sha);
  }

  /** True when the commit is there. */
  has(repo: string, sha: string): boolean {
    return existsSync(this.commitDir(repo, sha));
  }

  /** True when the commit is there and nobody has removed parts of it. Marks it as used. */
  async isComplete(repo: string, sha: string): Promise<boolean> {
    const dir = this.commitDir(repo, sha);
    const counted = await readFile(markerOf(dir), 'utf8').catch(() => '');
    if (counted !== String(await countEntries(dir))) return false;
    await touchCommit(dir);
    return true;
  }

  /**
   * A new folder for the work of one fetch; whoever asked removes it.
   * @throws {ForeignCacheError}
   */
  async makeTemporary(): Promise<OwnedFolder> {
    // Repositories may be private.
    await makeFolders(this.#dir, 0o700);
    if (!this.#isOurs()) throw new ForeignCacheError('the folder of the cache belongs to another user');
    return makeOwnedFolder(path.join(this.#dir, TEMPORARY));
  }

  /** Put a complete tree in its place. Another server may have been faster; its tree is the same then. */
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

  /** Replace the tree of a commit by one that was fetched anew, when the old one is damaged. */
  async replace(tree: string, damaged: string, repo: string, sha: string): Promise<void> {
    await rename(this.commitDir(repo, sha), damaged).catch(ignoreMissing);
    await this.publish(tree, repo, sha);
  }

  /** Say that a handle uses a commit. */
  async touch(handle: string, repo: string, pin: string | null, used: ServedState): Promise<void> {
    await touchCommit(this.commitDir(used.repo, used.sha));
    await touchFile(this.#stateFile(handle, repo, pin));
  }

  /** What was kept for a handle with this repo and pin; null when there is nothing that can still be served. */
  readState(handle: string, repo: string, pin: string | null): ServedState | null {
    if (!this.#isOurs()) return null;
    const state = readStateFile(this.#stateFile(handle, repo, pin));
    return state !== null && this.has(state.repo, state.sha) ? state : null;
  }

  /** Keep what a handle serves. */
  async writeState(handle: string, repo: string, pin: string | null, state: ServedState): Promise<void> {
    await writeFileAtomic(this.#stateFile(handle, repo, pin), `${JSON.stringify(state)}\n`);
  }

  /** Remove the commits of a repo that nobody uses. @param used those that this server uses */
  async prune(repo: string, used: ReadonlySet<string>): Promise<void> {
    await this.#pruneFolder(this.#repoDir(repo), used);
  }

  /** Remove what nobody uses any more, in all of the cache. What this server uses must have been touched before. */
  async sweep(): Promise<void> {
    if (!this.#isOurs()) return;
    for (const name of await readdir(this.#dir).catch(() => [])) {
      const entry = path.join(this.#dir, name);
      if (name.startsWith(TEMPORARY)) await this.#removeTemporary(entry);
      else if (REPO.test(name)) await this.#pruneFolder(entry, new Set());
    }
  }

  /** Work of a fetch whose server was killed goes at once; where that cannot be told, after a time. */
  async #removeTemporary(entry: string): Promise<void> {
    if (await isAbandoned(entry)) await rm(entry, { recursive: true, force: true }).catch(() => undefined);
    else await this.#removeAfter(LIMITS.repoUnusedMs, entry);
  }

  async #pruneFolder(folder: string, used: ReadonlySet<string>): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    const kept = new Set(used);
    for (const file of names.filter((name) => STATE.test(name)).map((name) => path.join(folder, name))) {
      const state = readStateFile(file);
      const removed = await this.#removeAfter(LIMITS.repoForgottenMs, file);
      if (state !== null && !removed) kept.add(state.sha);
    }
    for (const name of names) {
      const [, sha = null] = COMMIT_OR_MARKER.exec(name) ?? [];
      if (sha !== null && !kept.has(sha))
        await this.#removeAfter(LIMITS.repoUnusedMs, path.join(folder, name));
    }
  }

  /** Remove what nobody has touched for a time: first out of sight by one rename, so that nobody finds half of it. */
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
   * In a place where everybody may make folders, such as the temporary directory of a system, somebody else may have
   * been there first. A folder that is not there yet is ours.
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
    return asState(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function asState(value: unknown): ServedState | null {
  if (!isPlainObject(value)) return null;
  const { repo, pin, pinKind, sha, lastFetched, screenCount } = value;
  if (typeof repo !== 'string' || typeof sha !== 'string' || !COMMIT.test(sha)) return null;
  if (pin !== null && typeof pin !== 'string') return null;
  if (pinKind !== 'sha' && pinKind !== 'tag' && pinKind !== 'branch') return null;
  if (typeof lastFetched !== 'string' || Number.isNaN(Date.parse(lastFetched))) return null;
  if (typeof screenCount !== 'number') return null;
  return { repo, pin, pinKind, sha, lastFetched, screenCount };
}

/** File with the number of entries of a commit. */
function markerOf(commitDir: string): string {
  return `${commitDir}.json`;
}

/** Files and folders below a folder; 0 when it is not there. */
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
