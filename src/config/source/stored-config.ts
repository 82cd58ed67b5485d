/** The config in the state store, as this server knows it: the revision in use, and how to come by another one. */
import type { Logger } from '../../platform/base/logger.ts';
import type { ConfigRevision, State } from '../../state/state.ts';
import { requireStateError, StateError } from '../../state/state-error.ts';
import type { ConfigCopy } from './config-copy.ts';
import { COMMAND_NOTE } from './revision-note.ts';

/** The store did not answer to a write, and then not to the question whether it was made. */
export class UncertainSaveError extends Error {}

/** Said where a server gives the store back what it has lost. */
export const RESTORED = 'the state store had no config any more: the last one was put back';

/** So long a revision is told by one server alone: all take it within seconds. */
const TOLD_MS = 600_000;

export class StoredConfig {
  readonly #state: Pick<State, 'config' | 'notices' | 'rememberOnce'>;
  readonly #copy: ConfigCopy | null;
  readonly #log: Logger | null;
  #inUse: ConfigRevision;
  /** The revision that this server could not read. */
  #refused: number | null = null;

  /**
   * @param inUse the revision to begin with
   * @param copy  keeps the revision in use for a start without the store; null for none
   * @param log   null where nothing is written
   */
  constructor(
    state: Pick<State, 'config' | 'notices' | 'rememberOnce'>,
    inUse: ConfigRevision,
    copy: ConfigCopy | null = null,
    log: Logger | null = null,
  ) {
    this.#state = state;
    this.#inUse = inUse;
    this.#copy = copy;
    this.#log = log;
  }

  /** The revision in use. */
  get revision(): number {
    return this.#inUse.revision;
  }

  /** The revisions that the store keeps. */
  get revisions(): Pick<State['config'], 'history' | 'text'> {
    return this.#state.config;
  }

  /** The text of the revision in use. */
  get text(): string {
    return this.#inUse.text;
  }

  /**
   * True when the store has another revision than the one in use, and not the one that was refused.
   * @throws {StateError}
   */
  async isBehind(): Promise<boolean> {
    const now = await this.#state.config.revision();
    return now !== this.#inUse.revision && now !== this.#refused;
  }

  /**
   * The current revision. A store that has lost its config is given the one in use.
   * @throws {StateError}
   */
  async latest(): Promise<ConfigRevision> {
    const current = await this.#state.config.current();
    if (current !== null) return current;
    const { revision } = this.#inUse;
    const isRestored = await this.#state.config.restore([this.#inUse]);
    if (isRestored) this.#log?.warn({ revision }, RESTORED);
    return (await this.#state.config.current()) ?? this.#inUse;
  }

  /**
   * Keep a text as the next revision, if the one in use is current.
   * @returns null where another one is
   * @throws {StateError} | {UncertainSaveError}
   */
  async save(text: string, note: string): Promise<ConfigRevision | null> {
    const before = this.#inUse.revision;
    const change = { text, savedMs: Date.now(), note };
    const won = await this.#trySave(before, change);
    if (!won) return null;
    const revision = before + 1;
    // Nobody waits for it: whoever misses it looks by himself.
    void this.#state.notices.publish('config', String(revision)).catch(() => undefined);
    return { ...change, revision };
  }

  /** A revision is in use from now on. */
  took(revision: ConfigRevision): void {
    this.#refused = null;
    this.#inUse = revision;
    this.keepCopy();
  }

  /**
   * The note of a command that has saved the revision in use, for the one server that asks first; null for all others, and
   * where a server has saved it, which has told of it.
   */
  async takeCommandNote(): Promise<string | null> {
    const { revision, note } = this.#inUse;
    if (!note.startsWith(COMMAND_NOTE)) return null;
    try {
      return (await this.#state.rememberOnce(`config-told-${revision}`, TOLD_MS)) ? note : null;
    } catch (error) {
      requireStateError(error);
      // Told twice is better than not at all.
      return note;
    }
  }

  /** Keep a copy of the revision in use, which can be read. */
  keepCopy(): void {
    this.#copy?.keep(this.#inUse);
  }

  /** A revision cannot be used; the one before stays. */
  refused({ revision }: ConfigRevision): void {
    this.#refused = revision;
  }

  /** @returns ends the calls */
  onNotice(listener: () => void): () => void {
    return this.#state.notices.subscribe(({ topic }) => {
      if (topic === 'config' || topic === 'missed') listener();
    });
  }

  async #trySave(before: number, change: Omit<ConfigRevision, 'revision'>): Promise<boolean> {
    try {
      return (await this.#state.config.save(before, change)).won;
    } catch (error) {
      if (!(error instanceof StateError) || error.kind !== 'unavailable') throw error;
      if (await this.#wasSaved(before + 1, change)) return true;
      throw error;
    }
  }

  /** Whether a write was made whose answer did not come. */
  async #wasSaved(revision: number, { savedMs, note }: Omit<ConfigRevision, 'revision'>): Promise<boolean> {
    try {
      const kept = (await this.#state.config.history()).find((info) => info.revision === revision);
      return kept?.savedMs === savedMs && kept.note === note;
    } catch (cause) {
      throw new UncertainSaveError('the state store does not say whether the config was saved', { cause });
    }
  }
}
