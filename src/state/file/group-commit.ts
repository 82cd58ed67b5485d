/**
 * Makes changes in LMDB: those of one moment in one transaction, and the disk is waited for outside of it. LMDB's own queue
 * is not used, since a write that fails in it ends the process.
 */
import type { RootDatabase } from 'lmdb';
import { STATE_LIMITS } from '../limits.ts';

interface Change {
  readonly work: () => unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Made {
  readonly change: Change;
  readonly value: unknown;
}

/** As `TransactionFlags` of lmdb: can be undone, is visible when the call returns, and the disk is told later. */
const FLAGS = 1 | 2 | 0x1_0000;

export class GroupCommit {
  readonly #root: RootDatabase;
  #waiting: Change[] = [];
  /** Made, but maybe not on the disk yet. */
  #made: Made[] = [];
  #isScheduled = false;
  #flushing: Promise<void> | null = null;

  constructor(root: RootDatabase) {
    this.#root = root;
  }

  /** Do a change, alone and all of it. Resolves when it is on the disk. */
  run<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve: (value) => resolve(value as T), reject });
      this.#schedule();
    });
  }

  /** Resolves when nothing is under way. */
  async end(): Promise<void> {
    while (this.#waiting.length > 0 || this.#flushing !== null) {
      this.#write();
      await this.#flushing;
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#write();
    });
  }

  #write(): void {
    const group = this.#waiting.splice(0, STATE_LIMITS.groupChanges);
    if (group.length === 0) return;
    try {
      this.#made.push(...this.#commit(group));
    } catch (error) {
      // One that fails must not take the others with it.
      if (group.length === 1) group[0]?.reject(error);
      else for (const change of group) this.#writeAlone(change);
    }
    if (this.#made.length > 0) this.#flushing ??= this.#flush();
    this.#schedule();
  }

  #writeAlone(change: Change): void {
    try {
      this.#made.push(...this.#commit([change]));
    } catch (error) {
      change.reject(error);
    }
  }

  #commit(group: readonly Change[]): readonly Made[] {
    return this.#root.transactionSync(() => group.map((change) => ({ change, value: change.work() })), FLAGS);
  }

  /** What is made while the disk is busy is on it with the next turn. */
  async #flush(): Promise<void> {
    while (this.#made.length > 0) {
      const made = this.#made;
      this.#made = [];
      const error = await flush(this.#root);
      for (const { change, value } of made) {
        if (error === null) change.resolve(value);
        else change.reject(error);
      }
    }
    this.#flushing = null;
  }
}

/** LMDB has it, but not in its types. */
interface Flushable {
  sync(callback: (error?: unknown) => void): void;
}

function flush(root: RootDatabase): Promise<unknown> {
  return new Promise((resolve) => {
    (root as unknown as Flushable).sync((error) => resolve(error ?? null));
  });
}
