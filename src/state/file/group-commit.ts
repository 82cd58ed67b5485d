/**
 * Makes changes in LMDB: those of one moment in one transaction, and one transaction after the other, so that each failure
 * belongs to one of them. The disk is waited for in a thread of LMDB.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import { STATE_LIMITS } from '../limits.ts';

interface Change {
  /** Bytes of large values that it writes. */
  readonly bytes: number;
  readonly work: () => unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export class GroupCommit {
  readonly #root: RootDatabase;
  readonly #requireRoom: (bytes: number) => void;
  #waiting: Change[] = [];
  #turn: Promise<void> | null = null;

  /** @param requireRoom  throws where that many bytes, and what a transaction takes besides, have no place on the disk */
  constructor(root: RootDatabase, requireRoom: (bytes: number) => void) {
    this.#root = root;
    this.#requireRoom = requireRoom;
  }

  /** Do a change, alone and all of it. Resolves when it is on the disk. */
  run<T>(work: () => T, bytes: number): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, bytes, resolve: (value) => resolve(value as T), reject });
      this.#turn ??= nextTurn().then(() => this.#writeAll());
    });
  }

  /** Resolves when nothing is under way. */
  async end(): Promise<void> {
    while (this.#turn !== null) await this.#turn;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, STATE_LIMITS.groupChanges));
    this.#turn = null;
  }

  async #write(group: readonly Change[]): Promise<void> {
    try {
      this.#requireRoom(group.reduce((sum, { bytes }) => sum + bytes, 0));
      const settle = await this.#root.transaction(() => group.map(doWork));
      for (const one of settle) one();
    } catch (error) {
      const cause = await causeOf(error);
      for (const change of group) change.reject(cause);
    }
  }
}

/** Do a change. @returns tells whoever waits for it, once it is on the disk */
function doWork({ work, resolve, reject }: Change): () => void {
  try {
    const value = work();
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}

/** What LMDB says of a commit that failed. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !('commitError' in error)) return error;
  return Promise.resolve(error.commitError).then(
    () => error,
    (cause: unknown) => cause,
  );
}
