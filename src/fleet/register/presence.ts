/** Which servers share the state store, and whether they do the same: each says every few seconds what it runs. */
import { randomBytes } from 'node:crypto';
import type { Logger } from '../../platform/base/logger.ts';
import { readPlainObject } from '../../platform/base/plain.ts';
import type { State } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';

/** What a server says of itself. */
export interface ServerFacts {
  readonly version: string;
  /** In ms since 1970. */
  readonly startedMs: number;
  /** Digest of the text of its config. */
  readonly config: string;
  /** The commits of its screen repos, by handle. */
  readonly repos: Readonly<Record<string, string>>;
  /** Mark of the secret that signs addresses of pictures, which tells nothing of it; null from a server that says none. */
  readonly secret: string | null;
}

/** What the servers differ in. */
export const DRIFTS = ['version', 'config', 'repos', 'secret'] as const;
export type Drift = (typeof DRIFTS)[number];

/** A server that has not spoken for three turns is gone. */
const ANNOUNCE_MS = 5_000;
const ALIVE_MS = 15_000;
/** Servers differ for a moment whenever something is changed. */
const DRIFT_MS = 30_000;

export interface PresenceOptions {
  readonly state: Pick<State, 'servers'>;
  readonly log: Logger;
  facts(): ServerFacts;
  /** Called when the store does not know any more what this server has said a moment ago: it may have been emptied. */
  onForgotten(): void;
}

export class Presence {
  readonly id: string = randomBytes(6).toString('hex');
  readonly #options: PresenceOptions;
  #servers: ReadonlyMap<string, ServerFacts> = new Map();
  #timer: NodeJS.Timeout | null = null;
  /** When this server has spoken last; null before the first time. */
  #spokeMs: number | null = null;
  /** Since when there is a difference, and whether it was logged. */
  readonly #since = new Map<Drift, number>();
  readonly #told = new Set<Drift>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** All servers by their ids, this one included, as of the last look. */
  get servers(): ReadonlyMap<string, ServerFacts> {
    return this.#servers;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.look(), ANNOUNCE_MS);
    this.#timer.unref();
    void this.look();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#options.state.servers.withdraw(this.id).catch(requireStateError);
  }

  /** Say what this server runs, and look at the others. Without the store all stays as it was seen last. */
  async look(): Promise<void> {
    const { state, facts, onForgotten } = this.#options;
    try {
      const own = facts();
      const others = readServers(await state.servers.all());
      const isKnown = others.has(this.id) || !this.#hasSpoken();
      await state.servers.announce(this.id, JSON.stringify(own), ALIVE_MS);
      this.#spokeMs = performance.now();
      this.#servers = new Map([...others, [this.id, own]]);
      if (!isKnown) onForgotten();
    } catch (error) {
      requireStateError(error);
    }
    this.#noteDrift(performance.now());
  }

  /** Whether the store must know of this server: what was said is kept for a while. */
  #hasSpoken(): boolean {
    return this.#spokeMs !== null && performance.now() - this.#spokeMs < ALIVE_MS - ANNOUNCE_MS;
  }

  #noteDrift(nowMs: number): void {
    const now = driftOf([...this.#servers.values()]);
    for (const drift of DRIFTS) {
      if (!now.includes(drift)) {
        this.#since.delete(drift);
        this.#told.delete(drift);
        continue;
      }
      const since = this.#since.get(drift) ?? nowMs;
      this.#since.set(drift, since);
      if (nowMs - since < DRIFT_MS || this.#told.has(drift)) continue;
      this.#told.add(drift);
      const servers = Object.fromEntries([...this.#servers].map(([id, facts]) => [id, facts[drift]]));
      this.#options.log.warn({ drift, servers }, 'the servers of this state store differ');
    }
  }
}

/** Tell what some servers differ in. A repo that only some of them have counts, too. */
export function driftOf(servers: readonly ServerFacts[]): readonly Drift[] {
  const said = (drift: Drift): readonly (string | null)[] =>
    servers.map((facts) => (drift === 'repos' ? sortedJson(facts.repos) : facts[drift]));
  return DRIFTS.filter((drift) => new Set(said(drift).filter((one) => one !== null)).size > 1);
}

/** Read what servers have said; what is none is left out. */
export function readServers(said: ReadonlyMap<string, string>): ReadonlyMap<string, ServerFacts> {
  const servers = new Map<string, ServerFacts>();
  for (const [id, text] of said) {
    const facts = readFacts(text);
    if (facts !== null) servers.set(id, facts);
  }
  return servers;
}

function readFacts(text: string): ServerFacts | null {
  const { version, startedMs, config, repos, secret } = readPlainObject(text) ?? {};
  const isFacts = typeof version === 'string' && typeof startedMs === 'number' && typeof config === 'string';
  if (!isFacts || typeof repos !== 'object' || repos === null) return null;
  const mark = typeof secret === 'string' ? secret : null;
  return { version, startedMs, config, repos: repos as Record<string, string>, secret: mark };
}

function sortedJson(repos: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(repos).sort());
}
