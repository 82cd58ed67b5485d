/**
 * The folder of fetched commits, which several servers may share without knowing of each other:
 *
 *     <cache>/<repo>/<commit>/       the files of a commit, complete or not there
 *     <cache>/<repo>/<state>.json    what a handle with a pin serves, so that a restart needs no network
 *     <cache>/tmp-<random>/          work of one fetch
 *
 * Whatever appears does so by one rename. Whoever uses a commit touches its folder from time to time; what nobody
 * has touched for a while, and no state names, is removed.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, writeFileAtomic } from '../base/files.ts';
import { sha256Hex } from '../base/hash.ts';
import { LIMITS } from '../base/limits.ts';
import { isPlainObject } from '../base/plain.ts';
import type { PinKind } from '../domain/repo-pin.ts';

/** What a handle serves, as it is kept over restarts. */
export interface ServedState {
  /** Repo and pin that the commit was fetched for; an entry may have been changed since, without success. */
  readonly repo: string;
  readonly pin: string | null;
  readonly pinKind: PinKind;
  readonly sha: string;
  /** RFC 3339. */
  readonly lastFetched: string;
}

const TEMPORARY = 'tmp-';
const COMMIT = /^[0-9a-f]{40}$/;

export class RepoCache {
  readonly dir: string;

  /** @param dir absolute; made when the first commit comes */
  constructor(dir: string) {
    this.dir = dir;
  }

  /** Folder of a commit, whether it is there or not. */
  commitDir(repo: string, sha: string): string {
    return path.join(this.#repoDir(repo), sha);
  }

  /** True when the commit is there, and then all of it. */
  has(repo: string, sha: string): boolean {
    return existsSync(this.commitDir(repo, sha));
  }

  /** A new folder for the work of one fetch; whoever asked removes it. */
  async makeTemporary(): Promise<string> {
    const folder = path.join(this.dir, `${TEMPORARY}${randomBytes(8).toString('hex')}`);
    await mkdir(this.dir, { recursive: true });
    await mkdir(folder, { mode: 0o700 });
    return folder;
  }

  /** Put a complete tree in its place. Another server may have been faster; its tree is the same then. */
  async publish(tree: string, repo: string, sha: string): Promise<void> {
    await mkdir(this.#repoDir(repo), { recursive: true });
    try {
      await rename(tree, this.commitDir(repo, sha));
    } catch (cause) {
      if (!this.has(repo, sha)) throw cause;
    }
    await this.touch(repo, sha);
  }

  /** Replace the tree of a commit by one that was fetched anew, when the old one is damaged. */
  async replace(tree: string, damaged: string, repo: string, sha: string): Promise<void> {
    await rename(this.commitDir(repo, sha), damaged).catch(ignoreMissing);
    await this.publish(tree, repo, sha);
  }

  /** Say that a commit is in use. */
  async touch(repo: string, sha: string): Promise<void> {
    const now = new Date();
    await utimes(this.commitDir(repo, sha), now, now).catch(ignoreMissing);
  }

  /** What was kept for a handle with this repo and pin; null when there is nothing that can still be served. */
  readState(handle: string, repo: string, pin: string | null): ServedState | null {
    try {
      const state = asState(JSON.parse(readFileSync(this.#stateFile(handle, repo, pin), 'utf8')));
      return state !== null && this.has(state.repo, state.sha) ? state : null;
    } catch {
      return null;
    }
  }

  /** Keep what a handle serves. */
  async writeState(handle: string, repo: string, pin: string | null, state: ServedState): Promise<void> {
    await writeFileAtomic(this.#stateFile(handle, repo, pin), `${JSON.stringify(state)}\n`);
  }

  /** Remove commits of a repo that nobody uses. */
  async prune(repo: string, used: ReadonlySet<string>): Promise<void> {
    const folder = this.#repoDir(repo);
    const names = await readdir(folder).catch(() => []);
    const kept = new Set(used);
    for (const name of names.filter((file) => file.endsWith('.json'))) {
      const state = await readFile(path.join(folder, name), 'utf8').then(parseState, () => null);
      if (state?.repo === repo) kept.add(state.sha);
    }
    for (const name of names) {
      if (COMMIT.test(name) && !kept.has(name)) await this.#removeUnused(path.join(folder, name));
    }
  }

  /** Remove what fetches left behind that were killed. */
  async sweep(): Promise<void> {
    const names = await readdir(this.dir).catch(() => []);
    for (const name of names) {
      if (name.startsWith(TEMPORARY)) await this.#removeUnused(path.join(this.dir, name));
    }
  }

  /** Out of sight by one rename first, so that nobody finds half a commit. */
  async #removeUnused(folder: string): Promise<void> {
    const age = await stat(folder).then(
      (stats) => Date.now() - stats.mtimeMs,
      () => 0,
    );
    if (age < LIMITS.repoUnusedMs) return;
    const doomed = path.join(this.dir, `${TEMPORARY}${randomBytes(8).toString('hex')}`);
    const gone = await rename(folder, doomed).then(
      () => doomed,
      () => null,
    );
    if (gone !== null) await rm(gone, { recursive: true, force: true }).catch(() => undefined);
  }

  #repoDir(repo: string): string {
    return path.join(this.dir, sha256Hex(repo).slice(0, 16));
  }

  #stateFile(handle: string, repo: string, pin: string | null): string {
    const name = sha256Hex(JSON.stringify([handle, pin])).slice(0, 16);
    return path.join(this.#repoDir(repo), `${name}.json`);
  }
}

function parseState(text: string): ServedState | null {
  try {
    return asState(JSON.parse(text));
  } catch {
    return null;
  }
}

function asState(value: unknown): ServedState | null {
  if (!isPlainObject(value)) return null;
  const { repo, pin, pinKind, sha, lastFetched } = value;
  if (typeof repo !== 'string' || typeof sha !== 'string' || !COMMIT.test(sha)) return null;
  if (pin !== null && typeof pin !== 'string') return null;
  if (pinKind !== 'sha' && pinKind !== 'tag' && pinKind !== 'branch') return null;
  if (typeof lastFetched !== 'string' || Number.isNaN(Date.parse(lastFetched))) return null;
  return { repo, pin, pinKind, sha, lastFetched };
}

function ignoreMissing(cause: unknown): void {
  if (errorCode(cause) !== 'ENOENT') throw cause;
}
