/** What the system keeps apart, whatever the native code of a process does. */
import { addon, type KernelBarriers, type SharedFile } from './addon.ts';

/**
 * Confine the calling process with all its threads, for good: at most `memoryBytes` of private memory (heaps and stacks;
 * setrlimit(2), RLIMIT_DATA), nothing written, no core file, an end with the thread that started it (prctl(2),
 * PR_SET_PDEATHSIG), no privileges, a process group of its own, no descriptor but its own ones, no files but `readable`
 * (landlock(7)), and only the system calls that drawing takes (seccomp(2)).
 * @param readable    files, and folders with what is below them, that it may open to read
 * @param descriptor  the one that stays open beside those of Node and the standard streams
 * @returns names of what does not hold: all on systems other than Linux
 * @throws {TypeError} `memoryBytes` is not a number from 0 to 2^53
 */
export function confineProcess(
  memoryBytes: number,
  readable: readonly string[],
  descriptor: number,
): readonly string[] {
  return addon().confineProcess(memoryBytes, readable, descriptor);
}

let hidden = false;

/**
 * Close the memory and the environment of the calling process to other processes of its user (prctl(2), PR_SET_DUMPABLE),
 * and its descriptors to programs that it starts.
 * @returns false where the system cannot
 */
export function hideProcess(): boolean {
  hidden = addon().hideProcess();
  return hidden;
}

/** Whether the calling process has been hidden. */
export function isHidden(): boolean {
  return hidden;
}

/** What the kernel has to confine processes with. */
export function kernelBarriers(): KernelBarriers {
  return addon().kernelBarriers();
}

/** Memory of this process that is in use, which it can still tell when it may open no files. */
export function residentBytes(): number {
  return addon().residentBytes() ?? process.memoryUsage.rss();
}

/** A file of some size in memory, for libraries that take files; null where the system has none. It stays for as long as the process. */
export function shareFile(bytes: number): SharedFile | null {
  return addon().shareFile(bytes);
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
