/**
 * Whether the disk of a folder takes writes. After one that it had no room for, none is tried until there is some again: each
 * would fail, and LMDB writes a trace of its own for it.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { STATE_LIMITS } from '../limits.ts';
import type { StateHealth } from '../state.ts';
import { StateError } from '../state-error.ts';

const NAME = 'room.tmp';
const FILE_MODE = 0o600;

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
  require(): void {
    // Another one each time, as its trace is that of who asks.
    if (this.#failure !== null)
      throw new StateError(this.#failure.kind, this.#failure.message, this.#failure);
  }

  /** A write has failed. */
  note(error: StateError): void {
    if (error.kind !== 'full' || this.#failure !== null) return;
    this.#set(error);
    this.#timer = setInterval(() => this.#look(), STATE_LIMITS.roomMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#listeners.clear();
  }

  /** Try as much as a few large writes take. */
  #look(): void {
    const file = path.join(this.#folder, NAME);
    let hasRoom = true;
    try {
      writeFileSync(file, Buffer.alloc(STATE_LIMITS.roomBytes), { mode: FILE_MODE });
    } catch {
      hasRoom = false;
    }
    rmSync(file, { force: true });
    if (!hasRoom) return;
    clearInterval(this.#timer);
    this.#set(null);
  }

  #set(failure: StateError | null): void {
    this.#failure = failure;
    for (const listener of this.#listeners) listener(failure === null);
  }
}
