/** What a process and all that it has started use, as Linux counts it (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';

/** Processor time since the start, of ended processes too, and memory now. */
export interface ServerUsage {
  readonly cpuSeconds: number;
  readonly mb: number;
}

/** `USER_HZ`: the unit of times in proc(5). The kernel shows this one to programs on all common machines. */
const TICKS_PER_SECOND = 100;

/** Positions in `/proc/PID/stat` behind the name of the program: user and system time, own and of ended children. */
const TIMES = [11, 12, 13, 14] as const;

/**
 * Measures a process with all its descendants. Times never fall; for a process that is gone the last figures stay.
 * Null on systems other than Linux.
 */
export function usageMeter(pid: number): () => ServerUsage | null {
  let last: ServerUsage | null = null;
  return () => {
    const now = { ticks: 0, kb: 0 };
    addFamily(pid, now);
    if (now.kb === 0) return last;
    const seconds = now.ticks / TICKS_PER_SECOND;
    // A child that ends between two looks is missing for a moment.
    last = { cpuSeconds: Math.max(seconds, last?.cpuSeconds ?? 0), mb: now.kb / 1024 };
    return last;
  };
}

/**
 * Add up a process and its descendants. The parent is read before its children: when a child ends, its time becomes
 * that of its parent, and in this order nothing is counted twice.
 */
function addFamily(pid: number, sum: { ticks: number; kb: number }): void {
  const stat = readProc(`${pid}/stat`);
  if (stat === null) return;
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  for (const position of TIMES) sum.ticks += Number(fields[position]);
  sum.kb += memoryKb(pid);
  for (const child of childrenOf(pid)) addFamily(child, sum);
}

/** Memory of a process; pages that several processes share count once in all of them (`Pss`). */
function memoryKb(pid: number): number {
  const shared = /^Pss:\s+(\d+) kB/m.exec(readProc(`${pid}/smaps_rollup`) ?? '')?.[1];
  const kb = shared ?? /^VmRSS:\s+(\d+) kB/m.exec(readProc(`${pid}/status`) ?? '')?.[1];
  return kb === undefined ? 0 : Number(kb);
}

/** The children of all threads of a process. */
function childrenOf(pid: number): readonly number[] {
  return threadsOf(pid).flatMap((thread) => {
    const list = readProc(`${pid}/task/${thread}/children`)?.trim() ?? '';
    return list === '' ? [] : list.split(' ').map(Number);
  });
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Null for what is not there: another system, or a process that has just ended. */
function readProc(name: string): string | null {
  try {
    return readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    return null;
  }
}
