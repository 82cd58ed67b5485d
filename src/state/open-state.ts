/** Opens the state that STORE_URL names. Packages of an engine are loaded only where it is asked for. */
import { err, ok, type Result } from '../platform/base/result.ts';
import type { LockFile } from './file/folder-lock.ts';
import { STATE_LIMITS } from './limits.ts';
import type { State } from './state.ts';
import { StateError } from './state-error.ts';
import { readStateUrl, type StateAddress } from './state-url.ts';
import type { IdentityCheck } from './unreadable.ts';
import { type MethodTimer, methodTimer, type StateObserver } from './watch.ts';

export interface StateOptions {
  readonly observer?: StateObserver;
  /** Ms since 1970. Redis expires by its own clock. */
  nowMs?(): number;
  /** How long Redis may take for one command of a device; without it `STATE_LIMITS.commandMs`. */
  readonly commandMs?: number;
  /** Given by a server, which has a folder for itself. Commands may work beside it. */
  readonly lockFile?: LockFile;
  /** What an identity must be, else its device counts as damaged; without it any text will do. */
  readonly isIdentity?: IdentityCheck;
}

interface LocalOptions {
  /** Null for memory. */
  readonly folder: string | null;
  readonly watch: MethodTimer;
  nowMs(): number;
  readonly isIdentity: IdentityCheck;
  readonly lockFile: LockFile | null;
}

/**
 * Open the state at an address; the empty one means memory. Resolves when it is open, with Redis also when it cannot be
 * reached: `health` then says why, and it is tried again.
 * @returns else one sentence for the operator, without secrets
 */
export async function openState(url: string, options: StateOptions = {}): Promise<Result<State, string>> {
  const address = readStateUrl(url);
  if (!address.ok) return address;
  try {
    return ok(await open(address.value, options));
  } catch (error) {
    if (error instanceof StateError) return err(error.message);
    throw error;
  }
}

async function open(address: StateAddress, options: StateOptions): Promise<State> {
  const observer = options.observer ?? null;
  const watch = methodTimer(observer);
  const nowMs = options.nowMs ?? Date.now;
  const isIdentity = options.isIdentity ?? (() => true);
  if (address.kind === 'redis') {
    const { openRedis } = await import('./redis/redis-state.ts');
    return openRedis(address, watch, observer, options.commandMs ?? STATE_LIMITS.commandMs, isIdentity);
  }
  const folder = address.kind === 'file' ? address.folder : null;
  return openLocal({ folder, watch, nowMs, isIdentity, lockFile: options.lockFile ?? null });
}

async function openLocal({ folder, watch, nowMs, isIdentity, lockFile }: LocalOptions): Promise<State> {
  if (folder === null) {
    const { memoryState } = await import('./memory/memory-backing.ts');
    return memoryState(nowMs, watch, isIdentity);
  }
  const { localState } = await import('./local/local-state.ts');
  const { FileBacking } = await import('./file/file-backing.ts');
  return localState('file', await FileBacking.open(folder, nowMs, lockFile), watch, isIdentity);
}
