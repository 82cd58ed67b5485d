/** What keeps processes that draw, and the server, apart from others; and in words, what the kernel lacks for it. */
import { isHidden, kernelBarriers } from '../native/confine.ts';

/** From this version on Landlock keeps signals and abstract sockets apart. */
const WHOLE_LANDLOCK = 6;

export interface Barriers {
  /** The version of Landlock; 0 without it. */
  readonly landlock: number;
  /** Whether system calls are filtered. */
  readonly seccomp: boolean;
  /** Whether the memory and the environment of this process are closed to others of its user. */
  readonly hidden: boolean;
}

/** Those of this process and this kernel. */
export function ownBarriers(): Barriers {
  return { ...kernelBarriers(), hidden: isHidden() };
}

/** What does not hold for processes that draw, in words; empty where everything does. */
export function missingBarriers({ landlock, seccomp, hidden }: Barriers): readonly string[] {
  const missing: string[] = [];
  if (!hidden) {
    missing.push('other processes of its user can read the memory and the environment of the server');
  }
  if (!seccomp) missing.push('processes that draw can make any system call (no seccomp)');
  if (landlock === 0) missing.push('processes that draw can open files to read them (no Landlock)');
  else if (landlock < WHOLE_LANDLOCK && !seccomp) {
    missing.push(`processes that draw can signal others (Landlock ${landlock}; ${WHOLE_LANDLOCK} is needed)`);
  }
  return missing;
}
