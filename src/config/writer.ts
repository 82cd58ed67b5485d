/** Writes the config file in place: one change after the other, waiting changes together, and always atomically. */
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ERRORS } from '../base/errors.ts';
import { err, ok, type Result } from '../base/result.ts';
import { withFileLock } from '../files/file-lock.ts';
import { errorCode, removeLeftovers, writeFileAtomic } from '../files/files.ts';
import type { ConfigEdit } from './edit/model.ts';
import type { ConfigProblem } from './findings.ts';
import { CONFIG_MODE } from './load.ts';
import type { ParsedConfig } from './parse.ts';
import { type CurrentConfig, type PlannedChanges, planChanges, type WaitingChange } from './plan-changes.ts';
import type { ConfigStore } from './store.ts';
import { type ConfigWriteFailure, ioFailure, problemFailure } from './write-failure.ts';

/** The edits of a change, and the answer to its caller after they are made. */
export interface PlannedChange<T> {
  readonly edits: readonly ConfigEdit[];
  readonly value: T;
}

/** The result of a group of changes. */
type WrittenChanges = Pick<PlannedChanges, 'left' | 'answer'>;

type Written<T, E> = Result<T, E | ConfigWriteFailure>;

/** Attempts when a program that ignores the lock, such as an editor, saves the file at the same moment. */
const MAX_ATTEMPTS = 5;

/** Maximum number of changes that are written at once. */
const MAX_GROUP = 32;

/** The file was changed while we were writing it. */
class ConfigChangedError extends Error {}

/** Changes the config of a store. One per process; several processes may share a file. */
export class ConfigWriter {
  private readonly store: ConfigStore;
  private readonly waiting: WaitingChange[] = [];
  private isWriting = false;
  /** The last use of the file; the next one begins when it has ended. */
  private lastTurn: Promise<unknown> = Promise.resolve();

  private constructor(store: ConfigStore) {
    this.store = store;
  }

  /** Make a writer for a store. Removes temporary files that a killed server has left beside the config. */
  static async open(store: ConfigStore): Promise<ConfigWriter> {
    const { source } = store;
    if (source.kind === 'file') {
      // In a folder without write access there is nothing to remove; the first change reports the reason.
      await withFileLock(source.path, () => removeLeftovers(source.path)).catch(() => undefined);
    }
    return new ConfigWriter(store);
  }

  /**
   * Change the config. Changes are made in the order of the calls, each on the result of the one before; those that are
   * waiting are written together.
   * @param plan sees the config as it will be when the changes before this one are made, and says what to edit, or
   *             refuses. It may be asked again when the file changes meanwhile. Without edits nothing is written.
   * @returns the planned value once the change is in the file and in use
   */
  change<T, E = never>(
    plan: (current: CurrentConfig) => Result<PlannedChange<T>, E>,
  ): Promise<Written<T, E>> {
    const { source } = this.store;
    if (source.kind === 'embedded') {
      return Promise.resolve(err({ kind: 'read_only', message: ERRORS.config_read_only.text }));
    }
    return new Promise((resolve, reject) => {
      let planned: Result<PlannedChange<T>, E>;
      this.waiting.push({
        plan: (current) => {
          planned = plan(current);
          return planned.ok ? planned.value.edits : null;
        },
        answer: (failure) => {
          if (failure !== null) resolve(err(failure));
          else resolve(planned.ok ? ok(planned.value.value) : planned);
        },
        fail: reject,
      });
      if (!this.isWriting) void this.writeAll(source.path);
    });
  }

  /**
   * Read the source again, between two writes: a change that is planned on one text must not be written over another.
   * @returns else why the source cannot be used; the config in use is then as it was
   */
  reload(): Promise<Result<'changed' | 'unchanged', readonly ConfigProblem[]>> {
    return this.inTurn(async () => {
      const { loaded } = this.store;
      const read = this.store.reload();
      if (!read.ok) return read;
      return ok(this.store.loaded === loaded ? 'unchanged' : 'changed');
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.lastTurn.then(work);
    this.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  private async writeAll(file: string): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      await nextTurn();
      const group = this.waiting.splice(0, MAX_GROUP);
      try {
        await checkAccess(file);
        const { left, answer } = await withFileLock(file, () => this.inTurn(() => this.write(file, group)));
        this.waiting.unshift(...left);
        answer();
      } catch (error) {
        failed(group, error).answer();
      }
    }
    this.isWriting = false;
  }

  /** Write as many changes as there is time for. */
  private async write(file: string, group: readonly WaitingChange[]): Promise<WrittenChanges> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const fresh = this.store.reload();
      if (!fresh.ok) return refused(group, problemFailure('unparsable', fresh.error));
      const planned = await planChanges(this.store, group);
      try {
        if (planned.result !== null) await this.replace(file, planned.result);
        return planned;
      } catch (error) {
        if (error instanceof ConfigChangedError) continue;
        return group.length === 1 ? failed(group, error) : this.writeEach(file, group);
      }
    }
    return refused(group, ioFailure('EAGAIN'));
  }

  /** Changes that could not be written together may depend on each other, so each is planned and written alone. */
  private async writeEach(file: string, group: readonly WaitingChange[]): Promise<WrittenChanges> {
    const answers: (() => void)[] = [];
    for (const change of group) answers.push((await this.write(file, [change])).answer);
    return {
      left: [],
      answer: () => {
        for (const answer of answers) answer();
      },
    };
  }

  /** Replace the file unless it has changed, and use the result. */
  private async replace(file: string, result: ParsedConfig): Promise<void> {
    const { store } = this;
    const before = store.text;
    const confirm = (): void => {
      if (!store.saysStill(before)) throw new ConfigChangedError();
    };
    await writeFileAtomic(file, result.content.text, { newFileMode: CONFIG_MODE, confirm });
    store.adopt(result);
  }
}

/** A file without write access is not replaced either, even if the folder would allow it. */
async function checkAccess(file: string): Promise<void> {
  const target = await realpath(file);
  await access(target, constants.W_OK);
  await access(path.dirname(target), constants.W_OK);
}

function refused(group: readonly WaitingChange[], failure: ConfigWriteFailure): WrittenChanges {
  return {
    left: [],
    answer: () => {
      for (const change of group) change.answer(failure);
    },
  };
}

/** Errors of `node:fs` become failures; unexpected errors are passed on. */
function failed(group: readonly WaitingChange[], error: unknown): WrittenChanges {
  const code = errorCode(error);
  if (code !== 'unknown error') return refused(group, ioFailure(code));
  return {
    left: [],
    answer: () => {
      for (const change of group) change.fail(error);
    },
  };
}
