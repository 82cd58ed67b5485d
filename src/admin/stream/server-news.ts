/** What has changed at the server since the last look: its config, its screen repos, the servers beside it, and screens that somebody edits. */
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import { driftOf, type ServerFacts } from '../../fleet/register/presence.ts';
import { FILE_LIMITS } from '../../platform/base/file-limits.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { runAtOnce, type Slices } from '../../platform/base/turns.ts';
import { TreeWatcher } from '../../platform/files/tree-watcher.ts';
import type { RepoInfo } from '../../screens/repos/repo-info.ts';
import { screensOfFiles } from '../../screens/sources/changed-screens.ts';
import { discoverPaths } from '../../screens/sources/discover.ts';
import type { Topic } from './topics.ts';

/** What is looked at. */
export interface ServerSources {
  config(): ConfigSnapshot;
  /** Names the text of the config. */
  configDigest(): string;
  repos(): readonly RepoInfo[];
  /** All servers that share the state store, by their ids. */
  servers(): ReadonlyMap<string, ServerFacts>;
}

export interface ServerEvent {
  /** Events of one subject replace each other. */
  readonly subject: string;
  readonly topic: Exclude<Topic, 'device'>;
  readonly data: object;
}

export class ServerNews {
  readonly #sources: ServerSources;
  #config: ConfigSnapshot;
  /** What was told of each subject, as JSON. */
  #announced: ReadonlyMap<string, string>;

  constructor(sources: ServerSources) {
    this.#sources = sources;
    this.#config = sources.config();
    this.#announced = runAtOnce(textsOf(this.#standing()));
  }

  /** What has changed. */
  *look(): Slices<readonly ServerEvent[]> {
    const standing = this.#standing();
    const texts = yield* textsOf(standing);
    const changed = standing.filter(({ subject }) => texts.get(subject) !== this.#announced.get(subject));
    const gone = [...this.#announced.keys()]
      .filter((subject) => !texts.has(subject))
      .map((subject) => removedRepo(subject));
    this.#announced = texts;
    return [...(yield* this.#lookAtConfig()), ...changed, ...gone];
  }

  *#lookAtConfig(): Slices<readonly ServerEvent[]> {
    const [before, now] = [this.#config, this.#sources.config()];
    if (before === now) return [];
    this.#config = now;
    const digest = this.#sources.configDigest();
    const changed: string[] = [];
    for (const part of Object.keys(now) as (keyof ConfigSnapshot)[]) {
      if (yield* isSame(before[part], now[part])) continue;
      changed.push(part.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    }
    return [{ subject: `config ${digest}`, topic: 'config', data: { digest, changed } }];
  }

  #standing(): readonly ServerEvent[] {
    const repos = this.#sources.repos().map(
      ({ handle, status, resolvedSha, error }): ServerEvent => ({
        subject: `repo ${handle}`,
        topic: 'repo',
        data: { handle, status, commit: resolvedSha, error },
      }),
    );
    const servers = this.#sources.servers();
    const drift = driftOf([...servers.values()]);
    return [
      ...repos,
      { subject: 'server', topic: 'server', data: { servers: Math.max(servers.size, 1), drift } },
    ];
  }
}

function* textsOf(events: readonly ServerEvent[]): Slices<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { subject, data } of events) {
    texts.set(subject, JSON.stringify(data));
    yield;
  }
  return texts;
}

function removedRepo(subject: string): ServerEvent {
  const handle = subject.slice('repo '.length);
  return { subject, topic: 'repo', data: { handle, status: 'removed', commit: null, error: null } };
}

/** Equal, or of the same entries. Parts of the config that an edit did not touch are the same objects as before. */
function* isSame(before: unknown, now: unknown): Slices<boolean> {
  if (before === now) return true;
  const [old, own] = [entriesOf(before), entriesOf(now)];
  if (old === null || own === null) return JSON.stringify(before) === JSON.stringify(now);
  if (old.size !== own.size) return false;
  for (const [key, value] of own.entries()) {
    yield;
    if (old.get(key) === value) continue;
    // Entries of maps are kept as they are where they have not changed; those of lists are made anew.
    if (before instanceof Map || JSON.stringify(old.get(key)) !== JSON.stringify(value)) return false;
  }
  return true;
}

function entriesOf(part: unknown): ReadonlyMap<unknown, unknown> | null {
  if (part instanceof Map) return part;
  return Array.isArray(part) ? new Map(part.entries()) : null;
}

/** Tells of the screens of the screens directory that somebody edits, by the admin API or with an editor of their own. */
export class ScreenNews {
  readonly #root: string;
  readonly #watcher: TreeWatcher;
  #known: ReadonlySet<string> = new Set();

  /**
   * @param root  the screens directory
   * @param tell  is called with each change, some milliseconds after it
   */
  constructor(root: string, tell: (event: ServerEvent) => void) {
    this.#root = root;
    this.#watcher = new TreeWatcher(root, (files) => tell(this.#eventOf(files)));
  }

  start(): void {
    this.#known = this.#screens();
    void this.#watcher.start();
  }

  stop(): void {
    this.#watcher.stop();
    this.#known = new Set();
  }

  /** Look now: something was written. */
  look(): void {
    void this.#watcher.look();
  }

  #screens(): ReadonlySet<string> {
    return new Set(discoverPaths([this.#root]));
  }

  #eventOf(files: readonly string[]): ServerEvent {
    const now = this.#screens();
    const changed = screensOfFiles(files, new Set([...this.#known, ...now]));
    this.#known = now;
    const data = {
      changed: changed.slice(0, FILE_LIMITS.toldFiles).map((path) => `${LOCAL_HANDLE}/${path}`),
      files: files.slice(0, FILE_LIMITS.toldFiles),
      more: Math.max(files.length - FILE_LIMITS.toldFiles, 0),
    };
    // Another change of the same files says all that this one says.
    return { subject: `screen ${sha256Hex(JSON.stringify(data))}`, topic: 'screen', data };
  }
}
