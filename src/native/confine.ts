/** Limits that the system enforces on the calling process, whatever its native code does. */
import { addon } from './addon.ts';

/**
 * Confine the calling process for good: at most `memoryBytes` of private memory (heaps and stacks; setrlimit(2),
 * RLIMIT_DATA), no core file, an end with the thread that started it (prctl(2), PR_SET_PDEATHSIG), no new
 * privileges, a process group of its own, no new sockets, programs or processes (seccomp(2)). Threads and files stay.
 * @returns false where not all of that is possible: on systems other than Linux
 * @throws {TypeError} `memoryBytes` is not a number from 0 to 2^53
 */
export function confineProcess(memoryBytes: number): boolean {
  return addon().confineProcess(memoryBytes);
}

/**
 * Keep the calling thread, and all that it starts from now on, from setting up an io_uring (seccomp(2)), and from new
 * privileges (`PR_SET_NO_NEW_PRIVS`). A confined process must not have one: its own filter would stop it with Node
 * 22 and later, which set one up while they start; and calls through it bypass every filter.
 * @returns false where the system has no such filter
 */
export function refuseIoUring(): boolean {
  return addon().refuseIoUring();
}
