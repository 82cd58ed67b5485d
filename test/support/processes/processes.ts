/** Looks at processes as the system sees them (proc(5)). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Processes that a process has started and that live, in all of its threads. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    childrenText(pid, thread)
      .split(' ')
      .filter((text) => text !== '')
      .map(Number),
  );
}

/** Nothing for a thread that has ended since they were listed. */
function childrenText(pid: number, thread: string): string {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Processor time of a process so far, in clock ticks (10 ms). */
export function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** True while a process lives; one that has ended but was not waited for does not. */
export function isAlive(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** True once a process of the server has confined itself: it writes no files (setrlimit(2)), as no other process. */
export function isConfined(pid: number): boolean {
  try {
    return /^Max file size +0 /m.test(readFileSync(`/proc/${pid}/limits`, 'utf8'));
  } catch {
    return false;
  }
}
