/** Says in the log of a start what the kernel lacks to confine processes. */
import type { Logger } from '../base/logger.ts';
import type { KernelBarriers } from '../native/addon.ts';

/** From this version on Landlock keeps signals and abstract sockets apart. */
const WHOLE_LANDLOCK = 6;

/** What does not hold for processes that draw, in words; empty where everything does. */
export function missingBarriers({ landlock, seccomp }: KernelBarriers, isHidden: boolean): readonly string[] {
  const missing: string[] = [];
  if (!isHidden)
    missing.push('other processes of its user can read the memory and the environment of the server');
  if (!seccomp) missing.push('processes that draw can make any system call (no seccomp)');
  if (landlock === 0) missing.push('processes that draw can open files to read them (no Landlock)');
  else if (landlock < WHOLE_LANDLOCK && !seccomp) {
    missing.push(`processes that draw can signal others (Landlock ${landlock}; ${WHOLE_LANDLOCK} is needed)`);
  }
  return missing;
}

/** One line with the barriers, and a warning for each that is missing. */
export function logBarriers(barriers: KernelBarriers, isHidden: boolean, logger: Logger): void {
  logger.info({ ...barriers, hidden: isHidden }, 'confinement');
  for (const sentence of missingBarriers(barriers, isHidden)) logger.warn(sentence);
}
