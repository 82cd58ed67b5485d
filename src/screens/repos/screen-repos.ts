/** All screen repos of the config: the commits in use, and the fetches for them. */
import { randomBytes } from 'node:crypto';
import type { ConfigSecrets } from '../../config/read/parse.ts';
import type { ConfigSnapshot, ScreenRepoEntry } from '../../domain/config-snapshot.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { type LocalRepos, OPERATOR_ONLY } from '../../platform/files/repo-folders.ts';
import type { State } from '../../state/state.ts';
import type { LookupAll } from '../fetch/guarded-connect.ts';
import type { ScreenSource } from '../sources/source.ts';
import { fetchAlone, lateFetch } from './fetch-alone.ts';
import type { RepoEntry, RepoParts } from './fetch-run.ts';
import { RepoCache } from './repo-cache.ts';
import type { RepoInfo } from './repo-info.ts';
import { REPO_LIMITS, type RepoLimits } from './repo-limits.ts';
import { requestFor } from './repo-request.ts';
import type { CheckScreens } from './safe-switch.ts';
import { ScreenRepo } from './screen-repo.ts';
import { type RepoProblem, ServedProblems, UsedPaths } from './served-problems.ts';
import { SHARED_REPO_LIMITS } from './shared/limits.ts';
import { RecordWatch } from './shared/record-watch.ts';
import { SharedRepo, type SharedRepoOptions } from './shared/shared-repo.ts';
import { Slots } from './slots.ts';

/** Fetches that run at the same time; others wait. */
const REPO_FETCHES = 4;
/** How often a server marks a commit as used. */
const REPO_TOUCH_MS = 300_000;

/** The parts of the config that are read here. */
interface RepoConfig {
  readonly snapshot: Pick<
    ConfigSnapshot,
    'screenRepos' | 'devices' | 'groups' | 'frames' | 'defaultScreen' | 'screenRepoRefreshIntervalSeconds'
  >;
  readonly secrets: Pick<ConfigSecrets, 'repoTokens'>;
}

interface ScreenReposOptions {
  /** Absolute. */
  readonly cacheDir: string;
  /** The config in use; read on every call, so that an edit takes effect at once. */
  readonly config: RepoConfig;
  /** The variables of the server's environment that git may see. */
  readonly variables: Readonly<Record<string, string>>;
  readonly check: CheckScreens;
  /** False: repos are not fetched from loopback and private addresses, and their scripts do not reach them. */
  readonly allowPrivateNetwork?: boolean;
  /** Which repositories of this machine are fetched; by default all that the config names. */
  readonly local?: LocalRepos;
  /** Looks up names; by default the system does. */
  readonly lookup?: LookupAll;
  readonly logger: Logger;
  readonly limits?: RepoLimits;
  /** Where other servers have the same repos, which are to serve the same commits; null or absent where this one is alone. */
  readonly shared?: RepoSharing | null;
}

/** How servers come to serve the same commits. */
export interface RepoSharing {
  readonly state: Pick<State, 'repos' | 'leases' | 'notices'>;
  /** How long others wait for a server that has died; by default as the limits say. */
  readonly leaseMs?: number;
}

/** Owns all repos. Only `stop`, `settled` and `fetchMissing` wait for a fetch. */
export class ScreenRepos {
  readonly #options: ScreenReposOptions;
  readonly #cache: RepoCache;
  readonly #parts: RepoParts;
  readonly #repos = new Map<string, ScreenRepo>();
  readonly #shared = new Map<string, SharedRepo>();
  readonly #watch: RecordWatch | null;
  readonly #examined: ServedProblems;
  readonly #used = new UsedPaths();
  /** Names this server in leases. */
  readonly #id = randomBytes(6).toString('hex');
  /** Repos that were removed from the config, until their work has ended. */
  readonly #leaving = new Set<Promise<unknown>>();
  #sources: ReadonlyMap<string, ScreenSource> | null = null;
  #seen: RepoConfig['snapshot'] | null = null;
  #timer: NodeJS.Timeout | null = null;
  #live = false;

  /** Commits in the cache are used at once; nothing is fetched before `start`. */
  constructor(options: ScreenReposOptions) {
    this.#options = options;
    this.#cache = new RepoCache(options.cacheDir);
    this.#parts = {
      fetcher: {
        cache: this.#cache,
        limits: options.limits ?? REPO_LIMITS,
        variables: options.variables,
        local: options.local ?? OPERATOR_ONLY,
        ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
      },
      slots: new Slots(REPO_FETCHES),
      check: options.check,
      usedPaths: (handle) => this.#used.of(options.config.snapshot, handle),
      usedCommits: (repo) => this.#usedCommits(repo),
    };
    this.#examined = new ServedProblems(options.check, options.logger);
    const { shared = null } = options;
    this.#watch = shared === null ? null : new RecordWatch(shared.state, () => this.#listen());
  }

  /** Fetch missing commits now, and others when they are due. */
  start(): void {
    if (this.#live) return;
    // Repos that are made from now on start by themselves.
    const repos = this.#current();
    this.#live = true;
    for (const repo of repos.values()) repo.start();
    this.#watch?.start();
    this.#timer = setInterval(() => void this.#lookAfter(), REPO_TOUCH_MS);
    this.#timer.unref();
    void this.#lookAfter()
      .then(() => this.#cache.sweep())
      .catch((cause: unknown) =>
        this.#options.logger.warn({ err: cause }, 'cache of screen repos not swept'),
      );
  }

  /** The sources of screens by handle. The same map as before if nothing has changed. */
  sources(): ReadonlyMap<string, ScreenSource> {
    const repos = this.#current();
    this.#sources ??= new Map([...repos].map(([handle, repo]) => [handle, repo.source]));
    return this.#sources;
  }

  /** Apply changes of the config. Every other method does so, too; call this when no other call follows a change. */
  followConfig(): void {
    this.#current();
  }

  /** All repos, in the order of the config. */
  list(): readonly RepoInfo[] {
    const repos = this.#current();
    return [...this.#options.config.snapshot.screenRepos.keys()].flatMap((handle) => {
      const repo = repos.get(handle);
      return repo === undefined ? [] : [repo.info];
    });
  }

  info(handle: string): RepoInfo | undefined {
    return this.#current().get(handle)?.info;
  }

  /** What is wrong with the commit that serves; null while that is not known. */
  problemsOf(handle: string): readonly RepoProblem[] | null {
    const served = this.#current().get(handle)?.served ?? null;
    return this.#examined.of(handle, served, this.#used.of(this.#options.config.snapshot, handle));
  }

  /**
   * Start a fetch. A commit that is pinned by its sha and in use needs none.
   * @param accept take the commit even if it breaks screens that devices show
   * @returns the repo as it was before; undefined when there is none
   */
  update(handle: string, { accept = false }: { readonly accept?: boolean } = {}): RepoInfo | undefined {
    const repo = this.#current().get(handle);
    if (repo === undefined) return undefined;
    const { info } = repo;
    if (!repo.isSettled) repo.fetch({ ...requestFor('asked'), accept });
    return info;
  }

  /** Fetch all repos again, even those whose commit is in the cache. */
  updateAll(): void {
    for (const repo of this.#current().values()) repo.fetch({ ...requestFor('asked'), force: true });
  }

  /** Resolves when no fetch of this repo is running any more. */
  async settled(handle: string): Promise<void> {
    await this.#current().get(handle)?.settled();
  }

  /** Fetch a repo without a commit in use, and wait for it. For commands that draw one picture and end. */
  async fetchMissing(handle: string): Promise<void> {
    const repo = this.#current().get(handle);
    if (repo === undefined || repo.served !== null) return;
    repo.start();
    await repo.settled();
  }

  /** End all fetches. The commits in use stay in use. */
  async stop(): Promise<void> {
    this.#live = false;
    if (this.#timer !== null) clearInterval(this.#timer);
    await Promise.all([this.#watch?.stop(), this.#examined.stop()]);
    await Promise.all([...this.#leaving, ...[...this.#repos.values()].map((repo) => repo.stop())]);
  }

  /** The repos, after changes of the config were applied. */
  #current(): ReadonlyMap<string, ScreenRepo> {
    const { snapshot, secrets } = this.#options.config;
    if (snapshot === this.#seen) return this.#repos;
    const intervalBefore = this.#seen?.screenRepoRefreshIntervalSeconds;
    this.#seen = snapshot;
    for (const [handle, repo] of this.#repos) {
      if (!snapshot.screenRepos.has(handle)) this.#remove(handle, repo);
    }
    for (const [handle, entry] of snapshot.screenRepos) {
      this.#take({ ...this.#within(entry), token: secrets.repoTokens.get(handle) ?? null });
    }
    if (intervalBefore !== snapshot.screenRepoRefreshIntervalSeconds) {
      for (const repo of this.#repos.values()) repo.reschedule();
    }
    return this.#repos;
  }

  /** The entry, restricted by the operator's settings for all repos. */
  #within(entry: ScreenRepoEntry): ScreenRepoEntry {
    const closed = this.#options.allowPrivateNetwork === false;
    return closed ? { ...entry, allowPrivateNetwork: false, fetchPrivate: 'none' } : entry;
  }

  #take(entry: RepoEntry): void {
    const known = this.#repos.get(entry.handle);
    if (known !== undefined) {
      known.change(entry);
      return;
    }
    const { logger, config } = this.#options;
    const run = lateFetch(this.#parts);
    const alone = fetchAlone(run, logger);
    const refreshSeconds = (): number => config.snapshot.screenRepoRefreshIntervalSeconds;
    const shared = this.#share({ handle: entry.handle, log: logger, run, fetchAlone: alone, refreshSeconds });
    const repo = new ScreenRepo(entry, {
      parts: this.#parts,
      log: logger,
      fetchAlone: alone,
      shared,
      refreshSeconds,
      changed: () => {
        this.#sources = null;
        if (this.#live) this.#examined.look(entry.handle, repo.served);
      },
    });
    this.#repos.set(entry.handle, repo);
    this.#sources = null;
    if (this.#live) repo.start();
  }

  #share(options: Omit<SharedRepoOptions, 'state' | 'holder' | 'leaseMs'>): SharedRepo | null {
    const { shared = null } = this.#options;
    if (shared === null) return null;
    const { state, leaseMs = SHARED_REPO_LIMITS.leaseMs } = shared;
    const repo = new SharedRepo({ ...options, state, holder: this.#id, leaseMs });
    this.#shared.set(options.handle, repo);
    return repo;
  }

  #remove(handle: string, repo: ScreenRepo): void {
    const shared = this.#shared.get(handle);
    this.#repos.delete(handle);
    this.#shared.delete(handle);
    this.#examined.forget(handle);
    this.#sources = null;
    const gone = repo
      .stop()
      .then(() => shared?.forget())
      .finally(() => this.#leaving.delete(gone));
    this.#leaving.add(gone);
  }

  /** Be ready for all records of the store, which are read from now on. */
  #listen(): (records: ReadonlyMap<string, string>) => void {
    const listeners = [...this.#current()].map(([handle, repo]) => [handle, repo.listen()] as const);
    return (records) => {
      for (const [handle, onNotice] of listeners) onNotice(records.get(handle) ?? null);
    };
  }

  async #lookAfter(): Promise<void> {
    for (const repo of this.#current().values()) await repo.touch().catch(() => undefined);
  }

  #usedCommits(repo: string): ReadonlySet<string> {
    const served = [...this.#repos.values()].map((entry) => entry.served);
    return new Set(served.flatMap((state) => (state?.repo === repo ? [state.sha] : [])));
  }
}
