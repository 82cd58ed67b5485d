/**
 * Whether the disk of a folder has room. LMDB must not meet the end of a disk: it writes a trace of its own for each try, and
 * a part of its message behind the end of its memory. So there is a look before each transaction, and after one that had no
 * room none is tried until there is some again.
 */
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { STATE_LIMITS } from '../limits.ts';
import type { StateHealth } from '../state.ts';
import { StateError } from '../state-error.ts';
import { fileProblem } from './file-problem.ts';

const NAME = 'room.tmp';
const FILE_MODE = 0o600;

/**
 * Look whether the disk of a folder takes a transaction.
 * @param bytes  of its large values
 * @throws {StateError} full
 */
export function requireRoom(folder: string, bytes: number): void {
  if (freeBytes(folder) >= STATE_LIMITS.roomBytes + bytes) return;
  throw fileProblem(folder, Object.assign(new Error('no room'), { code: 'ENOSPC' }));
}

/** What this user may still write; no bound where the system does not tell. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    // Some file systems have no size.
    return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export class DiskRoom implements StateHealth {
  readonly warnings: readonly string[] = [];
  readonly #folder: string;
  readonly #listeners = new Set<(isUp: boolean) => void>();
  #failure: StateError | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get isUp(): boolean {
    return this.#failure === null;
  }

  get problem(): string | null {
    return this.#failure?.message ?? null;
  }

  onChange(listener: (isUp: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** @throws {StateError} full: while there is no room */
  requireUp(): void {
    // Another one each time, as its trace is that of who asks.
    if (this.#failure !== null)
      throw new StateError(this.#failure.kind, this.#failure.message, this.#failure);
  }

  /** @throws {StateError} full: none for a transaction with large values of that size */
  requireRoom(bytes: number): void {
    this.requireUp();
    requireRoom(this.#folder, bytes);
  }

  /** A change was not made. What is too large for the room that is left does not stop the others. */
  note(error: StateError): void {
    if (error.kind !== 'full' || this.#failure !== null || this.#hasRoom()) return;
    this.#set(error);
    this.#timer = setInterval(() => {
      if (this.#hasRoom()) this.#set(null);
    }, STATE_LIMITS.roomMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#listeners.clear();
  }

  /** What a system says of its disk is not all: a user may have a quota. */
  #hasRoom(): boolean {
    if (freeBytes(this.#folder) < STATE_LIMITS.roomBytes) return false;
    const file = path.join(this.#folder, NAME);
    try {
      writeFileSync(file, Buffer.alloc(STATE_LIMITS.roomBytes), { mode: FILE_MODE });
      return true;
    } catch {
      return false;
    } finally {
      rmSync(file, { force: true });
    }
  }

  #set(failure: StateError | null): void {
    this.#failure = failure;
    if (failure === null) clearInterval(this.#timer);
    for (const listener of this.#listeners) listener(failure === null);
  }
}
