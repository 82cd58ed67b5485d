/** One screen repo: the commit in use, and the fetch for a newer one. */
import type { Logger } from '../base/logger.ts';
import { parsePin } from '../domain/repo-pin.ts';
import type { ScreenSource } from '../screens/source.ts';
import { openCheckout } from './checkout.ts';
import type { RefusedCommit } from './fetch-commit.ts';
import type { FetchWish, Outcome, RepoEntry, RepoParts, Served } from './fetch-run.ts';
import type { RepoInfo, RepoStatus } from './repo-info.ts';
import { type Attempt, delayToNext } from './schedule.ts';

export interface ScreenRepoOptions {
  readonly parts: RepoParts;
  readonly log: Logger;
  /** Seconds between fetches of tags and branches; 0 for never. */
  readonly refreshSeconds: () => number;
  /** Called when the source has changed. */
  readonly changed: () => void;
}

interface Running {
  readonly controller: AbortController;
  /** The fetch that was requested meanwhile. */
  next: FetchWish | null;
}

const ORDINARY: FetchWish = { force: false, accept: false };

/** The state of one handle. Only `stop` and `settled` wait for a fetch. */
export class ScreenRepo {
  #entry: RepoEntry;
  #served: Served | null;
  #running: Running | null = null;
  #error: string | null = null;
  #refused: RefusedCommit | null = null;
  #attempt: Attempt | null;
  #timer: NodeJS.Timeout | null = null;
  #live = false;
  readonly #options: ScreenRepoOptions;
  /** All running work, so that `stop` can wait for its end. */
  readonly #work = new Set<Promise<void>>();

  /** A commit in the cache is used at once. Nothing is fetched before `start`. */
  constructor(entry: RepoEntry, options: ScreenRepoOptions) {
    this.#entry = entry;
    this.#options = options;
    this.#served = this.#fromCache();
    this.#attempt = attemptOf(this.#served);
  }

  get served(): Served | null {
    return this.#served;
  }

  get source(): ScreenSource {
    const { handle, allowPrivateNetwork } = this.#entry;
    const roots = this.#served?.checkout.roots ?? [];
    const source = { handle, roots, allowPrivateNetwork, problem: this.#problem() };
    return this.#served === null ? source : { ...source, manifest: this.#served.checkout.manifest };
  }

  get info(): RepoInfo {
    const { handle, repo, pin, tokenSet } = this.#entry;
    return {
      handle,
      repo,
      pin,
      builtin: repo === null,
      tokenSet,
      screenCount: this.#served?.screenCount ?? 0,
      status: this.#status(),
      pinKind: this.#served?.pinKind ?? null,
      resolvedSha: this.#served?.sha ?? null,
      lastFetched: this.#served?.lastFetched ?? null,
      error: this.#error,
    };
  }

  /** True when the commit in use is the one that the pin names for ever, by its sha. */
  get isSettled(): boolean {
    return this.#serves() && this.#served?.pinKind === 'sha';
  }

  /** Begin to fetch: at once when no commit for this entry is in use, else when it is due. */
  start(): void {
    this.#live = true;
    if (this.#entry.repo !== null && !this.#serves()) this.fetch(ORDINARY);
    else this.reschedule();
  }

  /**
   * Apply a changed entry. Another repo, pin, token or network permission starts a fetch; the old commit stays in use
   * until it succeeds.
   */
  change(entry: RepoEntry): void {
    const before = this.#entry;
    this.#entry = entry;
    const moved = entry.repo !== before.repo || entry.pin !== before.pin;
    if (moved || entry.token !== before.token || entry.fetchPrivate !== before.fetchPrivate) {
      this.#cancel();
      this.#refused = null;
      this.#error = null;
      if (entry.repo === null) this.#served = null;
      else if (this.#served === null) this.#served = this.#fromCache();
      else if (moved) this.#keepState();
      this.#attempt = null;
      this.fetch(ORDINARY);
    }
    this.#options.changed();
  }

  /** Start a fetch, or request another one after the running one. */
  fetch(wish: FetchWish): void {
    if (!this.#live || this.#entry.repo === null) return;
    if (this.#running !== null) {
      const { next } = this.#running;
      this.#running.next = {
        force: wish.force || (next?.force ?? false),
        accept: wish.accept || (next?.accept ?? false),
      };
      return;
    }
    this.#clearTimer();
    const running: Running = { controller: new AbortController(), next: null };
    this.#running = running;
    const job = { entry: this.#entry, served: this.#served, refused: this.#refused, wish };
    // Loaded for the first fetch: most servers have no repos, and those that have start from the cache.
    const fetching = import('./fetch-run.ts').then(({ runFetch }) =>
      runFetch(job, this.#options.parts, running.controller.signal),
    );
    const outcome = fetching.catch((cause: unknown): Outcome => {
      this.#options.log.error({ handle: this.#entry.handle, err: cause }, 'fetch of a screen repo');
      return {
        kind: 'failed',
        message: 'something went wrong inside the server',
        final: false,
        refused: null,
      };
    });
    this.#track(
      outcome.then((ended) => {
        // The result of a fetch for an older entry does not apply to the new one.
        if (this.#running === running) this.#finish(running, ended);
      }),
    );
  }

  /** Plan the next fetch again after the interval has changed. */
  reschedule(): void {
    this.#clearTimer();
    if (!this.#live || this.#running !== null || this.#attempt === null) return;
    const delay = delayToNext(this.#attempt, this.#options.refreshSeconds(), Date.now(), Math.random());
    if (delay === null) return;
    this.#timer = setTimeout(() => this.fetch(ORDINARY), delay);
    this.#timer.unref();
  }

  /** End running work. The commit in use stays in use. */
  async stop(): Promise<void> {
    this.#live = false;
    this.#cancel();
    await Promise.all(this.#work);
  }

  /** Resolves when no fetch is running any more. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #finish(running: Running, outcome: Outcome): void {
    this.#running = null;
    const { handle } = this.#entry;
    const { log } = this.#options;
    if (outcome.kind === 'taken') {
      const { served } = outcome;
      if (served.sha !== this.#served?.sha)
        log.info({ handle, sha: served.sha }, 'screen repo has a new commit');
      this.#served = served;
      this.#error = null;
      this.#refused = null;
      this.#keepState();
    } else if (outcome.kind === 'failed') {
      this.#error = outcome.message;
      this.#refused = outcome.refused;
      const { message: reason, detail } = outcome;
      log.warn(
        detail === undefined ? { handle, reason } : { handle, reason, detail },
        'screen repo not updated',
      );
    }
    this.#attempt = {
      atMs: Date.now(),
      failures: outcome.kind === 'taken' ? 0 : 1 + (this.#attempt?.failures ?? 0),
      final: outcome.kind === 'failed' && outcome.final,
      mutable: parsePin(this.#entry.pin)?.kind !== 'sha',
    };
    this.#options.changed();
    if (running.next === null) this.reschedule();
    else this.fetch(running.next);
  }

  #status(): RepoStatus {
    if (this.#entry.repo === null) return 'ready';
    if (this.#running !== null) return 'fetching';
    if (this.#error === null && this.#served !== null) return 'ready';
    return this.#served === null ? 'error' : 'offline';
  }

  /** Why no commit is in use; null when one is. */
  #problem(): string | null {
    if (this.#entry.repo === null) return 'there is no repository behind this handle';
    if (this.#served !== null) return null;
    if (this.#error !== null) return `its repository could not be fetched: ${this.#error}`;
    return 'its repository is being fetched';
  }

  /** True when the commit in use was fetched for the current entry. */
  #serves(): boolean {
    const { repo, pin } = this.#entry;
    return this.#served !== null && this.#served.repo === repo && this.#served.pin === pin;
  }

  #fromCache(): Served | null {
    const { handle, repo, pin } = this.#entry;
    if (repo === null) return null;
    const { cache } = this.#options.parts.fetcher;
    const state = cache.readState(handle, repo, pin);
    const checkout = state === null ? null : openCheckout(cache.commitDir(state.repo, state.sha));
    return state !== null && checkout?.ok ? { ...state, checkout: checkout.value } : null;
  }

  /**
   * Tell other servers that share the cache what is in use here, and check that it is complete: a commit with deleted
   * files is fetched again.
   */
  async touch(): Promise<void> {
    const { handle, repo, pin } = this.#entry;
    const served = this.#served;
    if (repo === null || served === null) return;
    const { cache } = this.#options.parts.fetcher;
    await cache.touch(handle, repo, pin, served);
    const complete = await cache.isComplete(served.repo, served.sha);
    if (!complete && this.#served === served) this.fetch({ force: true, accept: false });
  }

  /** Save the state for the next start, and remove commits that nobody uses any more. */
  #keepState(): void {
    const { handle, repo, pin } = this.#entry;
    const served = this.#served;
    if (repo === null || served === null) return;
    const { checkout: _, ...state } = served;
    const { fetcher, usedCommits } = this.#options.parts;
    const { cache } = fetcher;
    this.#track(
      cache
        .writeState(handle, repo, pin, state)
        .then(() => cache.prune(served.repo, usedCommits(served.repo)))
        .catch((cause: unknown) => {
          this.#options.log.warn({ handle, err: cause }, 'state of a screen repo not written');
        }),
    );
  }

  #cancel(): void {
    this.#clearTimer();
    this.#running?.controller.abort();
    this.#running = null;
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch((cause: unknown) => {
      this.#options.log.error({ handle: this.#entry.handle, err: cause }, 'screen repo');
    });
    this.#work.add(tracked);
    void tracked.then(() => this.#work.delete(tracked));
  }
}

/** The last fetch as a restart knows it. */
function attemptOf(served: Served | null): Attempt | null {
  if (served === null) return null;
  return {
    atMs: Date.parse(served.lastFetched),
    failures: 0,
    final: false,
    mutable: served.pinKind !== 'sha',
  };
}
