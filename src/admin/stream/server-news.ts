/** What has changed at the server since the last look: its config, its screen repos, and the servers beside it. */
import { sha256Hex } from '../../base/hash.ts';
import type { ConfigSnapshot } from '../../domain/mapping.ts';
import type { RepoInfo } from '../../repos/repo-info.ts';
import { driftOf, type ServerFacts } from '../../store/presence.ts';
import type { Topic } from './topics.ts';

/** What is looked at. */
export interface ServerSources {
  config(): ConfigSnapshot;
  configText(): string;
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
  #told: ReadonlyMap<string, string>;

  constructor(sources: ServerSources) {
    this.#sources = sources;
    this.#config = sources.config();
    this.#told = textsOf(this.#standing());
  }

  /** What has changed. */
  look(): readonly ServerEvent[] {
    const standing = this.#standing();
    const texts = textsOf(standing);
    const changed = standing.filter(({ subject }) => texts.get(subject) !== this.#told.get(subject));
    const gone = [...this.#told.keys()]
      .filter((subject) => !texts.has(subject))
      .map((subject) => removedRepo(subject));
    this.#told = texts;
    return [...this.#lookAtConfig(), ...changed, ...gone];
  }

  #lookAtConfig(): readonly ServerEvent[] {
    const [before, now] = [this.#config, this.#sources.config()];
    if (before === now) return [];
    this.#config = now;
    const digest = sha256Hex(this.#sources.configText()).slice(0, 12);
    const changed = (Object.keys(now) as (keyof ConfigSnapshot)[])
      .filter((part) => !isSame(before[part], now[part]))
      .map((part) => part.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
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

function textsOf(events: readonly ServerEvent[]): ReadonlyMap<string, string> {
  return new Map(events.map(({ subject, data }) => [subject, JSON.stringify(data)]));
}

function removedRepo(subject: string): ServerEvent {
  const handle = subject.slice('repo '.length);
  return { subject, topic: 'repo', data: { handle, status: 'removed', commit: null, error: null } };
}

/** Equal, or of the same entries. Parts of the config that an edit did not touch are the same objects as before. */
function isSame(before: unknown, now: unknown): boolean {
  if (before === now) return true;
  if (before instanceof Map && now instanceof Map) {
    return before.size === now.size && [...now].every(([key, value]) => before.get(key) === value);
  }
  return JSON.stringify(before) === JSON.stringify(now);
}
