/** How many descriptors the process may have open, and how many of them connections may use. */
import { readFileSync } from 'node:fs';
import { LIMITS } from '../base/limits.ts';

/** Descriptors of a thread: it has two dozen files open while it loads its modules. */
const OPEN_FILES_PER_THREAD = 24;

/** The limit of this process, or null where the system does not tell (it does on Linux). */
export function openFileLimit(): number | null {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

/** Descriptors that everything but connections needs: files, threads while they load, other servers, git. */
export function ownOpenFiles(threads: number): number {
  return LIMITS.openFilesBase + threads * OPEN_FILES_PER_THREAD;
}

/** Connections that may be open: as many as the limits allow while the server keeps enough descriptors for itself. */
export function maxConnections(limit: number | null, threads: number): number {
  if (limit === null) return LIMITS.connections;
  return Math.max(Math.min(LIMITS.connections, limit - ownOpenFiles(threads)), LIMITS.connectionsMin);
}
