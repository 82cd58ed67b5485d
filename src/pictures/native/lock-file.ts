/** Locks that the kernel keeps. */
import { addon } from './addon.ts';

/**
 * Lock an open file for this process alone. The lock ends when the descriptor is closed, and with the process, however that ends.
 * @returns false while another process has it; null where its file system has no locks
 */
export function lockFile(descriptor: number): boolean | null {
  return addon().lockFile(descriptor);
}
