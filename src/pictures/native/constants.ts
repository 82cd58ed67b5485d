/** The kernel's own constants, for those who prepare its input. */
import { addon, type KernelConstants } from './addon.ts';

/** @throws {Error} the addon is not built */
export function kernelConstants(): KernelConstants {
  return addon().constants;
}
