/** Writes the config file: one change after the other, in place, whole or not at all. */
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import path from 'node:path';
import { withFileLock } from '../base/file-lock.ts';
import { errorCode, removeLeftovers, writeFileAtomic } from '../base/files.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainObject } from '../base/plain.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ConfigSnapshot } from '../domain/mapping.ts';
import { editAndLoad } from './edit/edit.ts';
import type { ConfigEdit } from './edit/model.ts';
import { type ConfigProblem, describeConfigProblem } from './findings.ts';
import { CONFIG_MODE, type LoadedConfig, loadText } from './load.ts';
import type { ConfigSecrets } from './parse.ts';
import type { ConfigStore } from './store.ts';

/** The config as it stands in the file when a change is planned. */
export interface CurrentConfig {
  readonly snapshot: ConfigSnapshot;
  /** The whole file as plain values, secrets included, aliases and merge keys expanded. */
  readonly raw: PlainObject;
  readonly text: string;
  readonly secrets: ConfigSecrets;
}

/** What a change wants: edits, and what to tell the caller when they are made. */
export interface PlannedChange<T> {
  readonly edits: readonly ConfigEdit[];
  readonly value: T;
}

/** Why a change was not written. The file is as it was. Messages hold no path and no secret. */
export type ConfigWriteFailure =
  | { readonly kind: 'read_only'; readonly message: string }
  | { readonly kind: 'unparsable'; readonly message: string; readonly problems: readonly ConfigProblem[] }
  | { readonly kind: 'rolled_back'; readonly message: string; readonly problems: readonly ConfigProblem[] }
  | { readonly kind: 'io'; readonly message: string; readonly code: string; readonly status: 409 | 500 };

type Written<T, E> = Result<T, E | ConfigWriteFailure>;

/** Tries when a program that knows no lock, such as an editor, saves the file at the same moment. */
const MAX_ATTEMPTS = 5;

/** Errors that an operator mends by giving the server a file that it may replace. */
const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV', 'ETXTBSY', 'EAGAIN', 'ENOENT']);

const MOUNTED = new Set(['EBUSY', 'EXDEV']);

/** The file was changed while a change of it was being written. */
class ChangedMeanwhile extends Error {}

/** Changes the config of a store. One a process; several processes may share a file. */
export class ConfigWriter {
  private readonly store: ConfigStore;
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(store: ConfigStore) {
    this.store = store;
  }

  /** A writer for a store. Removes temporary files that a killed server has left beside the config. */
  static async open(store: ConfigStore): Promise<ConfigWriter> {
    const { source } = store;
    if (source.kind === 'file') {
      // A folder that cannot be written has no leftovers to remove, and says so at the first change.
      await withFileLock(source.path, () => removeLeftovers(source.path)).catch(() => undefined);
    }
    return new ConfigWriter(store);
  }

  /**
   * Change the config. Changes are made one after the other, in the order of the calls.
   * @param plan sees the file as it is now and says what to edit, or refuses. It may be asked again when the file
   *             changes meanwhile. Without edits nothing is written.
   * @returns the planned value once the change is in the file and in use
   */
  change<T, E = never>(
    plan: (current: CurrentConfig) => Result<PlannedChange<T>, E>,
  ): Promise<Written<T, E>> {
    const done = this.queue.then(() => this.locked(plan));
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async locked<T, E>(
    plan: (current: CurrentConfig) => Result<PlannedChange<T>, E>,
  ): Promise<Written<T, E>> {
    const { source } = this.store;
    if (source.kind === 'embedded') {
      return err({ kind: 'read_only', message: 'config is embedded/read-only; set CONFIG_FILE' });
    }
    try {
      await checkAccess(source.path);
      return await withFileLock(source.path, () => this.attempt(source.path, plan));
    } catch (error) {
      const code = errorCode(error);
      if (code === 'unknown error') throw error;
      return err(ioFailure(code));
    }
  }

  private async attempt<T, E>(
    file: string,
    plan: (current: CurrentConfig) => Result<PlannedChange<T>, E>,
  ): Promise<Written<T, E>> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const done = await this.once(file, plan);
      if (done !== null) return done;
    }
    return err(ioFailure('EAGAIN'));
  }

  /** Read, plan, edit, check, write. Null when the file was changed by somebody else in between. */
  private async once<T, E>(
    file: string,
    plan: (current: CurrentConfig) => Result<PlannedChange<T>, E>,
  ): Promise<Written<T, E> | null> {
    const { store } = this;
    const fresh = store.refresh();
    if (!fresh.ok) return err(problemFailure('unparsable', fresh.error));
    const { snapshot, raw, text, secrets } = store;
    const planned = plan({ snapshot, raw, text, secrets });
    if (!planned.ok) return planned;
    const edited = editAndLoad({ text, root: store.root, value: raw }, planned.value.edits, (result) =>
      this.load(result),
    );
    if (!edited.ok) {
      const { error } = edited;
      return err('message' in error ? rolledBack(error.message) : problemFailure('rolled_back', error));
    }
    const { loaded, value } = edited.value;
    if (loaded === null) return ok(planned.value.value);
    const confirm = (): void => {
      if (!store.isCurrent()) throw new ChangedMeanwhile();
    };
    try {
      await writeFileAtomic(file, loaded.text, { newFileMode: CONFIG_MODE, confirm });
    } catch (error) {
      if (error instanceof ChangedMeanwhile) return null;
      throw error;
    }
    store.adopt(loaded, value);
    return ok(planned.value.value);
  }

  private load(text: string): Result<LoadedConfig, readonly ConfigProblem[]> {
    const { source } = this.store;
    if (Buffer.byteLength(text) <= LIMITS.configFileBytes) return loadText(text, source);
    const reason = `expected at most ${LIMITS.configFileBytes} bytes, got more`;
    const file = source.kind === 'file' ? source.path : '';
    return err([{ file, line: null, column: null, reason }]);
  }
}

/** A file that is not to be written is not replaced either, although the folder might allow it. */
async function checkAccess(file: string): Promise<void> {
  const target = await realpath(file);
  await access(target, constants.W_OK);
  await access(path.dirname(target), constants.W_OK);
}

function problemFailure(
  kind: 'unparsable' | 'rolled_back',
  problems: readonly ConfigProblem[],
): ConfigWriteFailure {
  const [problem] = problems;
  // Callers of the API need not know where on the machine the file is.
  const first =
    problem === undefined ? '' : describeConfigProblem({ ...problem, file: path.basename(problem.file) });
  const message =
    kind === 'unparsable'
      ? `the config file cannot be used as it stands, so it is not written: ${first}`
      : `the config would not load with this change: ${first}`;
  return { kind, message, problems };
}

function rolledBack(message: string): ConfigWriteFailure {
  return { kind: 'rolled_back', message, problems: [] };
}

function ioFailure(code: string): ConfigWriteFailure {
  const status = NOT_ALLOWED.has(code) ? 409 : 500;
  return { kind: 'io', code, status, message: ioMessage(code) };
}

function ioMessage(code: string): string {
  if (MOUNTED.has(code)) {
    return `the config file is mounted on its own, so it cannot be replaced as a whole (${code}); mount its folder instead`;
  }
  if (code === 'EAGAIN') return 'the config file is being changed by another program; try again';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `the config file cannot be written: no space is left (${code})`;
  }
  return `the config file cannot be written (${code})`;
}
