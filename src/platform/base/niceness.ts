/**
 * Decides which threads go first where there are more of them than processors. The main thread answers every call, also those that it can
 * only tell to come back: behind two dozen busy workers of the same rank it would answer none in time.
 */
import { setPriority } from 'node:os';

/** Niceness of the server's workers; the main thread has none. Five steps give a third of a processor's time, against one. */
export const NICENESS = {
  /** What a device or an admin waits for. */
  work: 5,
  /** Checks of repositories, for which nobody waits. */
  check: 10,
} as const;

/** Let other threads go before the calling one. Only on Linux: elsewhere it would be the whole process. */
export function lowerThread(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // Not allowed here. All works, but for how it behaves when the machine is full.
  }
}
