/** Writes the config to the state store: each text as a revision, and only after the one that the change was planned on. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok, type Result } from '../../platform/base/result.ts';
import { StateError } from '../../state/state-error.ts';
import type { ConfigProblem } from '../read/findings.ts';
import type { LoadedConfig } from '../texts/loaded-config.ts';
import type { ConfigStore } from './store.ts';
import { type StoredConfig, UncertainSaveError } from './stored-config.ts';
import { type ConfigWriteFailure, overtakenFailure, storeFailure } from './write-failure.ts';
import { ConfigChangedError, type WriteTarget } from './write-target.ts';

/** The longest wait before an attempt: by then, a writer that was faster has long ended. */
const MAX_PAUSE_MS = 160;
const FIRST_PAUSE_MS = 5;

export class StoredTarget implements WriteTarget {
  readonly noun = 'stored config';
  /** One of those who write at the same moment always gets through, so this ends only among very many. */
  readonly attempts = 40;
  readonly #store: ConfigStore;
  readonly #stored: StoredConfig;

  constructor(store: ConfigStore, stored: StoredConfig) {
    this.#store = store;
    this.#stored = stored;
  }

  async check(): Promise<void> {}

  /** At random, so that two servers do not meet again and again. */
  async pause(attempt: number): Promise<void> {
    if (attempt > 1) await sleep(randomInt(1, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)));
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  async refresh(): Promise<Result<unknown, readonly ConfigProblem[]>> {
    const latest = await this.#stored.latest();
    const used = await this.#store.use(latest.text);
    if (!used.ok) {
      this.#stored.refused(latest);
      return used;
    }
    if (latest.revision !== this.#stored.revision || latest.text !== this.#stored.text)
      this.#stored.took(latest);
    return ok(null);
  }

  async replace(result: LoadedConfig, note: string): Promise<void> {
    const saved = await this.#stored.save(result.text, note);
    if (saved === null) throw new ConfigChangedError();
    this.#stored.took(saved);
    await this.#store.adopt(result);
  }

  overtaken(): ConfigWriteFailure {
    return overtakenFailure();
  }

  failureOf(error: unknown): ConfigWriteFailure | null {
    if (error instanceof UncertainSaveError) return storeFailure('uncertain');
    return error instanceof StateError ? storeFailure(error.kind) : null;
  }
}
