/** Watches the source of the config for changes by others. */
import { FileWatcher } from './file-watcher.ts';
import type { ConfigSource } from './load.ts';
import type { StoredConfig } from './stored-config.ts';

export interface ConfigWatcher {
  /** Begin to look. Tells of a change at once: there may have been one since the config was read. */
  start(): void;
  /** The config as it is now is read by somebody else: it is no change any more. */
  take(): Promise<void>;
  stop(): void;
}

/** Twice in five seconds at least, for notices that were lost. */
const LOOK_MS = 2_000;

/** The watcher for a source; null for the embedded config, which does not change. */
export function watchConfig(source: ConfigSource, onChange: () => void): ConfigWatcher | null {
  if (source.kind === 'embedded') return null;
  return source.kind === 'file'
    ? new FileWatcher(source.path, onChange)
    : new RevisionWatcher(source.stored, onChange);
}

/** Notices another revision in the state store: when a server tells of it, and by a look every two seconds. */
export class RevisionWatcher implements ConfigWatcher {
  readonly #stored: StoredConfig;
  readonly #onChange: () => void;
  #stops: readonly (() => void)[] = [];
  #isLooking = false;
  #again = false;

  /** @param onChange called while there is a revision that is neither in use nor refused */
  constructor(stored: StoredConfig, onChange: () => void) {
    this.#stored = stored;
    this.#onChange = onChange;
  }

  start(): void {
    if (this.#stops.length > 0) return;
    const timer = setInterval(() => void this.#look(), LOOK_MS).unref();
    this.#stops = [() => clearInterval(timer), this.#stored.onNotice(() => void this.#look())];
    void this.#look();
  }

  /** What was read is known by its revision. */
  async take(): Promise<void> {}

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  async #look(): Promise<void> {
    this.#again = this.#isLooking;
    if (this.#isLooking) return;
    this.#isLooking = true;
    // While the store does not answer, the log says so elsewhere.
    const isBehind = await this.#stored.isBehind().catch(() => false);
    this.#isLooking = false;
    if (isBehind && this.#stops.length > 0) this.#onChange();
    if (this.#again) void this.#look();
  }
}
