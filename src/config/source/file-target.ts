/** Writes the config file: under a lock, as a whole, and only over the text that the change was planned on. */
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Result } from '../../platform/base/result.ts';
import { withFileLock } from '../../platform/files/file-lock.ts';
import { errorCode, writeFileAtomic } from '../../platform/files/files.ts';
import type { ConfigProblem } from '../read/findings.ts';
import type { LoadedConfig } from '../texts/loaded-config.ts';
import { CONFIG_MODE } from './load.ts';
import type { ConfigStore } from './store.ts';
import { type ConfigWriteFailure, ioFailure } from './write-failure.ts';
import { ConfigChangedError, type WriteTarget } from './write-target.ts';

export class FileTarget implements WriteTarget {
  readonly noun = 'config file';
  /** For a program that ignores the lock, such as an editor. */
  readonly attempts = 5;
  readonly #store: ConfigStore;
  readonly #file: string;

  constructor(store: ConfigStore, file: string) {
    this.#store = store;
    this.#file = file;
  }

  async pause(): Promise<void> {}

  check(): Promise<void> {
    return checkAccess(this.#file);
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    await checkAccess(this.#file);
    return withFileLock(this.#file, work);
  }

  refresh(): Promise<Result<unknown, readonly ConfigProblem[]>> {
    return this.#store.reload();
  }

  async replace(result: LoadedConfig): Promise<void> {
    const before = this.#store.text;
    const confirm = (): void => {
      if (!this.#store.saysStill(before)) throw new ConfigChangedError();
    };
    await writeFileAtomic(this.#file, result.text, { newFileMode: CONFIG_MODE, confirm });
    await this.#store.adopt(result);
  }

  overtaken(): ConfigWriteFailure {
    return ioFailure('EAGAIN');
  }

  failureOf(error: unknown): ConfigWriteFailure | null {
    const code = errorCode(error);
    return code === 'unknown error' ? null : ioFailure(code);
  }
}

/** A file without write access is not replaced either, even if the folder would allow it. */
async function checkAccess(file: string): Promise<void> {
  const target = await realpath(file);
  await access(target, constants.W_OK);
  await access(path.dirname(target), constants.W_OK);
}
