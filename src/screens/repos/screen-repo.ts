/** One screen repo: the commit in use, and the fetch for a newer one. */
import type { Logger } from '../../platform/base/logger.ts';
import type { ScreenSource } from '../sources/source.ts';
import { openCheckout } from './checkout.ts';
import type { RepoEntry, RepoParts, ServedCheckout } from './fetch-run.ts';
import type { RepoCache } from './repo-cache.ts';
import { infoOf, type RepoInfo, repoSource } from './repo-info.ts';
import { bothRequests, type RepoRequest, requestFor } from './repo-request.ts';
import { type DoFetch, isServing, type RepoStanding, standingAfter } from './repo-standing.ts';
import { delayToNext } from './schedule.ts';
import type { SharedRepo } from './shared/shared-repo.ts';

/** Work that runs in the background, so that a stop can wait for its end. */
class WorkInProgress {
  readonly #work = new Set<Promise<void>>();
  readonly #failed: (cause: unknown) => void;

  /** @param failed receives what should not have happened */
  constructor(failed: (cause: unknown) => void) {
    this.#failed = failed;
  }

  track(work: Promise<void>): void {
    const tracked = work.catch(this.#failed);
    this.#work.add(tracked);
    void tracked.then(() => this.#work.delete(tracked));
  }

  /** Resolves when nothing runs any more. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }
}

/** The commit that was in use for this entry, if it is still in the cache. */
function readKept({ handle, repo, pin }: RepoEntry, cache: RepoCache): ServedCheckout | null {
  if (repo === null) return null;
  const state = cache.readState(handle, repo, pin);
  const checkout = state === null ? null : openCheckout(cache.commitDir(state.repo, state.sha));
  return state !== null && checkout?.ok ? { ...state, checkout: checkout.value } : null;
}

/** Where a repo stands after a start, with the commit that was kept. */
function keptStanding(served: ServedCheckout | null): RepoStanding {
  const attempt =
    served === null
      ? null
      : {
          atMs: Date.parse(served.lastFetched),
          failures: 0,
          final: false,
          mutable: served.pinKind !== 'sha',
        };
  return { served, error: null, refused: null, attempt };
}

/** Keep the state for the next start, and remove commits that nobody uses any more. */
async function keepCommit(
  { handle, repo, pin }: RepoEntry,
  served: ServedCheckout,
  { fetcher: { cache }, usedCommits }: Pick<RepoParts, 'fetcher' | 'usedCommits'>,
): Promise<void> {
  if (repo === null) return;
  const { checkout: _, ...state } = served;
  await cache.writeState(handle, repo, pin, state);
  await cache.prune(served.repo, usedCommits(served.repo));
}

interface ScreenRepoOptions {
  readonly parts: Pick<RepoParts, 'fetcher' | 'usedCommits'>;
  readonly log: Logger;
  /** Does the fetches where no other server takes part. */
  readonly fetchAlone: DoFetch;
  /** The same repo as other servers have it; null where this server is alone. */
  readonly shared: SharedRepo | null;
  /** Seconds between fetches of tags and branches; 0 for never. */
  readonly refreshSeconds: () => number;
  /** Called when the source has changed. */
  readonly changed: () => void;
}

interface Running {
  readonly controller: AbortController;
  /** The fetch that was requested meanwhile. */
  next: RepoRequest | null;
}

/** The state of one handle. Only `stop` and `settled` wait for a fetch. */
export class ScreenRepo {
  #entry: RepoEntry;
  #standing: RepoStanding;
  #running: Running | null = null;
  /** Another one whenever a fetch begins or ends: what was read of the store before is not news any more. */
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  #live = false;
  readonly #options: ScreenRepoOptions;
  readonly #work: WorkInProgress;

  /** A commit in the cache is used at once. Nothing is fetched before `start`. */
  constructor(entry: RepoEntry, options: ScreenRepoOptions) {
    this.#entry = entry;
    this.#options = options;
    this.#standing = keptStanding(this.#fromCache());
    this.#work = new WorkInProgress((cause) => {
      options.log.error({ handle: entry.handle, err: cause }, 'screen repo');
    });
  }

  get served(): ServedCheckout | null {
    return this.#standing.served;
  }

  get source(): ScreenSource {
    return repoSource(this.#entry, this.#standing);
  }

  get info(): RepoInfo {
    return infoOf(this.#entry, this.#standing, this.#running !== null);
  }

  /** True when the commit in use is the one that the pin names for ever, by its sha. */
  get isSettled(): boolean {
    return this.#serves() && this.served?.pinKind === 'sha';
  }

  /** Begin to fetch: at once when no commit for this entry is in use, else when it is due. */
  start(): void {
    this.#live = true;
    if (this.#entry.repo !== null && !this.#serves()) this.fetch(requestFor('due'));
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
      if (moved) this.#options.shared?.moved();
      const { served } = this.#standing;
      const next = entry.repo === null ? null : (served ?? this.#fromCache());
      this.#standing = { served: next, error: null, refused: null, attempt: null };
      if (moved && served !== null) this.#keep();
      this.fetch(requestFor(moved ? 'due' : 'asked'));
    }
    this.#options.changed();
  }

  /** Start a fetch, or request another one after the running one. */
  fetch(request: RepoRequest): void {
    if (!this.#live || this.#entry.repo === null) return;
    if (this.#running !== null) {
      this.#running.next = bothRequests(request, this.#running.next);
      return;
    }
    clearTimeout(this.#timer);
    const running: Running = { controller: new AbortController(), next: null };
    this.#running = running;
    this.#turn += 1;
    this.#work.track(
      this.#fetchNow(request, running.controller.signal).then((after) => {
        // The result of a fetch for an older entry does not apply to the new one.
        if (this.#running === running) this.#finish(running, after);
      }),
    );
  }

  /** Plan the next fetch again after the interval has changed. */
  reschedule(): void {
    clearTimeout(this.#timer);
    const { attempt } = this.#standing;
    if (!this.#live || this.#running !== null || attempt === null) return;
    const delay = delayToNext(attempt, this.#options.refreshSeconds(), Date.now(), Math.random());
    if (delay === null) return;
    this.#timer = setTimeout(() => this.fetch(requestFor('due')), delay);
    this.#timer.unref();
  }

  /** Be ready for the record of this repo in the store, which is read from now on. */
  listen(): (record: string | null) => void {
    const turn = this.#turn;
    return (record) => {
      if (turn === this.#turn && this.#live && this.#running === null) this.#onNotice(record);
    };
  }

  /**
   * Tell other servers that share the cache what is in use here, and check that it is complete: a commit with deleted
   * files is fetched again.
   */
  async touch(): Promise<void> {
    const { handle, repo, pin } = this.#entry;
    const { served } = this;
    if (repo === null || served === null) return;
    const { cache } = this.#options.parts.fetcher;
    await cache.touch(handle, repo, pin, served);
    const complete = await cache.isComplete(served.repo, served.sha);
    const isSame = this.served?.sha === served.sha && this.served.repo === served.repo;
    if (!complete && isSame) this.fetch(requestFor('damaged'));
  }

  /** End running work. The commit in use stays in use. */
  async stop(): Promise<void> {
    this.#live = false;
    this.#cancel();
    await this.#work.settled();
  }

  /** Resolves when no fetch is running any more. */
  settled(): Promise<void> {
    return this.#work.settled();
  }

  async #fetchNow(request: RepoRequest, signal: AbortSignal): Promise<RepoStanding | null> {
    const { log, shared, fetchAlone } = this.#options;
    const [entry, before] = [this.#entry, this.#standing];
    try {
      return await (shared?.fetch ?? fetchAlone)({ entry, before, request }, signal);
    } catch (cause) {
      log.error({ handle: entry.handle, err: cause }, 'fetch of a screen repo');
      const message = 'something went wrong inside the server';
      return standingAfter(
        entry,
        before,
        { kind: 'failed', message, final: false, refused: null },
        Date.now(),
      );
    }
  }

  #finish(running: Running, after: RepoStanding | null): void {
    this.#running = null;
    this.#turn += 1;
    if (after !== null) this.#take(after);
    this.#options.changed();
    if (running.next === null) this.reschedule();
    else this.fetch(running.next);
  }

  #take(standing: RepoStanding): void {
    const { served: before } = this.#standing;
    this.#standing = standing;
    const { served } = standing;
    if (served === null || served === before) return;
    const { handle } = this.#entry;
    const { log } = this.#options;
    if (served.sha !== before?.sha) log.info({ handle, sha: served.sha }, 'screen repo has a new commit');
    this.#keep();
  }

  /** What another server has written: most often only that it has looked. */
  #onNotice(record: string | null): void {
    const { shared, changed } = this.#options;
    const step = shared?.consider(record, this.#entry, this.#standing) ?? 'nothing';
    if (step === 'nothing') return;
    if (step === 'follow') {
      this.fetch(requestFor('announced'));
    } else if (step === 'put back') {
      this.#work.track(shared?.putBack(this.#entry, this.#standing) ?? Promise.resolve());
    } else {
      this.#take(step);
      changed();
      this.reschedule();
    }
  }

  #serves(): boolean {
    return isServing(this.#entry, this.served);
  }

  #fromCache(): ServedCheckout | null {
    return readKept(this.#entry, this.#options.parts.fetcher.cache);
  }

  #keep(): void {
    const { parts, log } = this.#options;
    const { served } = this;
    if (served === null) return;
    this.#work.track(
      keepCommit(this.#entry, served, parts).catch((cause: unknown) => {
        log.warn({ handle: this.#entry.handle, err: cause }, 'state of a screen repo not written');
      }),
    );
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#running?.controller.abort();
    this.#running = null;
    this.#turn += 1;
  }
}
