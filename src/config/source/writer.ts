/** Changes the config where it is: one change after the other, waiting changes together, and always as a whole. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ERRORS } from '../../platform/base/errors.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { withFileLock } from '../../platform/files/file-lock.ts';
import { removeLeftovers } from '../../platform/files/files.ts';
import { requireStateError } from '../../state/state-error.ts';
import type { ConfigEdit } from '../edit/model.ts';
import type { ConfigProblem } from '../read/findings.ts';
import { FileTarget } from './file-target.ts';
import {
  type CurrentConfig,
  type NewText,
  type PlannedChanges,
  planChanges,
  type WaitingChange,
  type WrittenChange,
} from './plan-changes.ts';
import type { ConfigStore } from './store.ts';
import { StoredTarget } from './stored-target.ts';
import { type ConfigWriteFailure, problemFailure } from './write-failure.ts';
import { ConfigChangedError, type WriteTarget } from './write-target.ts';

/** The edits of a change, or a text in the place of the one before, and the answer to its caller after they are made. */
export interface PlannedChange<T> {
  readonly edits: readonly ConfigEdit[] | NewText;
  readonly value: T;
}

/** The result of a group of changes. */
type WrittenChanges = Pick<PlannedChanges, 'left' | 'answer'>;

type Written<T, E> = Result<T, E | ConfigWriteFailure>;

/** Maximum number of changes that are written at once. */
const MAX_GROUP = 32;

/** Changes the config of a store. One per process; several processes may share a file. */
export class ConfigWriter {
  private readonly store: ConfigStore;
  /** Below these callers may register repositories of this machine; null where the operator is the caller. */
  private readonly repoFolders: readonly string[] | null;
  /** Null for the embedded config. */
  private readonly target: WriteTarget | null;
  private readonly waiting: WaitingChange[] = [];
  private isWriting = false;
  /** The last use of the file; the next one begins when it has ended. */
  private lastTurn: Promise<unknown> = Promise.resolve();

  private constructor(store: ConfigStore, repoFolders: readonly string[] | null) {
    this.store = store;
    this.repoFolders = repoFolders;
    this.target = targetOf(store);
  }

  /**
   * Make a writer for a store. Removes temporary files that a killed server has left beside the config.
   * @param repoFolders below these callers may register repositories of this machine; null for a command of the operator
   */
  static async open(store: ConfigStore, repoFolders: readonly string[] | null = null): Promise<ConfigWriter> {
    const { source } = store;
    if (source.kind === 'file') {
      // In a folder without write access there is nothing to remove; the first change reports the reason.
      await withFileLock(source.path, () => removeLeftovers(source.path)).catch(() => undefined);
    }
    return new ConfigWriter(store, repoFolders);
  }

  /**
   * Change the config. Changes are made in the order of the calls, each on the result of the one before; those that are
   * waiting are written together.
   * @param plan sees the config as it will be when the changes before this one are made, and says what to edit, or
   *             refuses. It may be asked again when the text changes meanwhile. Without edits nothing is written.
   * @param by   who asks, for the note of a revision
   * @param written  told of what was edited, once it is in the file
   * @returns the planned value once the change is in the file, or in the state store, and in use
   */
  change<T, E = never>(
    plan: (current: CurrentConfig) => Result<PlannedChange<T>, E> | Promise<Result<PlannedChange<T>, E>>,
    by = 'unknown',
    written: (change: WrittenChange) => void = () => undefined,
  ): Promise<Written<T, E>> {
    const { target } = this;
    if (target === null) {
      return Promise.resolve(err({ kind: 'read_only', message: ERRORS.config_read_only.text }));
    }
    return new Promise((resolve, reject) => {
      let planned: Result<PlannedChange<T>, E>;
      this.waiting.push({
        by,
        written,
        plan: async (current) => {
          planned = await plan(current);
          return planned.ok ? planned.value.edits : null;
        },
        answer: (failure) => {
          if (failure !== null) resolve(err(failure));
          else resolve(planned.ok ? ok(planned.value.value) : planned);
        },
        fail: reject,
      });
      if (!this.isWriting) void this.writeAll(target);
    });
  }

  /** Why the config cannot be written, as far as that is known before; null where it can. */
  async refusal(): Promise<string | null> {
    const { target } = this;
    if (target === null) return ERRORS.config_read_only.text;
    try {
      await target.check();
      return null;
    } catch (error) {
      return target.failureOf(error)?.message ?? ERRORS.config_not_writable.text;
    }
  }

  /**
   * Read the source again, between two writes: a change that is planned on one text must not be written over another.
   * @returns else why the source cannot be used; the config in use is then as it was
   */
  reload(): Promise<Result<'changed' | 'unchanged', readonly ConfigProblem[]>> {
    return this.inTurn(async () => {
      const { loaded } = this.store;
      const read = await this.refresh();
      if (!read.ok) return read;
      return ok(this.store.loaded === loaded ? 'unchanged' : 'changed');
    });
  }

  private async refresh(): Promise<Result<unknown, readonly ConfigProblem[]>> {
    if (this.target === null) return this.store.reload();
    try {
      return await this.target.refresh();
    } catch (error) {
      requireStateError(error);
      return err([{ file: this.store.label, line: null, column: null, reason: error.message }]);
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.lastTurn.then(work);
    this.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  private async writeAll(target: WriteTarget): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      await nextTurn();
      const group = this.waiting.splice(0, MAX_GROUP);
      try {
        const write = () => this.inTurn(() => this.write(target, group));
        const { left, answer } = await target.exclusively(write);
        this.waiting.unshift(...left);
        answer();
      } catch (error) {
        failed(target, group, error).answer();
      }
    }
    this.isWriting = false;
  }

  /** Write as many changes as there is time for. */
  private async write(target: WriteTarget, group: readonly WaitingChange[]): Promise<WrittenChanges> {
    for (let attempt = 1; attempt <= target.attempts; attempt++) {
      await target.pause(attempt);
      const fresh = await target.refresh();
      if (!fresh.ok) return refused(group, problemFailure('unparsable', fresh.error, target.noun));
      const planned = await planChanges(this.store, group, this.repoFolders);
      try {
        if (planned.result !== null) await target.replace(planned.result, planned.note);
        return planned;
      } catch (error) {
        if (error instanceof ConfigChangedError) continue;
        const isAway = target.failureOf(error)?.kind === 'unavailable';
        const isLast = group.length === 1 || isAway;
        return isLast ? failed(target, group, error) : this.writeEach(target, group);
      }
    }
    return refused(group, target.overtaken());
  }

  /** Changes that could not be written together may depend on each other, so each is planned and written alone. */
  private async writeEach(target: WriteTarget, group: readonly WaitingChange[]): Promise<WrittenChanges> {
    const answers: (() => void)[] = [];
    for (const change of group) answers.push((await this.writeOne(target, change)).answer);
    return {
      left: [],
      answer: () => {
        for (const answer of answers) answer();
      },
    };
  }

  private async writeOne(target: WriteTarget, change: WaitingChange): Promise<WrittenChanges> {
    try {
      return await this.write(target, [change]);
    } catch (error) {
      return failed(target, [change], error);
    }
  }
}

/** Where the config of a store is written to; null for one that cannot be. */
function targetOf(store: ConfigStore): WriteTarget | null {
  const { source } = store;
  if (source.kind === 'embedded') return null;
  return source.kind === 'file' ? new FileTarget(store, source.path) : new StoredTarget(store, source.stored);
}

function refused(group: readonly WaitingChange[], failure: ConfigWriteFailure): WrittenChanges {
  return {
    left: [],
    answer: () => {
      for (const change of group) change.answer(failure);
    },
  };
}

/** Errors of the target become failures; unexpected errors are passed on. */
function failed(target: WriteTarget, group: readonly WaitingChange[], error: unknown): WrittenChanges {
  const failure = target.failureOf(error);
  if (failure !== null) return refused(group, failure);
  return {
    left: [],
    answer: () => {
      for (const change of group) change.fail(error);
    },
  };
}
