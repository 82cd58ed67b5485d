/** What a process and all that it has started use, as Linux counts it (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';
import { monotonicMs } from '../../platform/base/clock.ts';
import type { ServerUsage } from '../target.ts';

/** `USER_HZ`: the unit of times in proc(5). The kernel shows this one to programs on all common machines. */
const TICKS_PER_SECOND = 100;

/** Positions in `/proc/PID/stat` behind the name of the program: user and system time, own and of ended children. */
const TIMES = [11, 12, 13, 14] as const;

/**
 * To learn how many processes share a page, the kernel walks through all of them, some 4 ms a process. Only programs and
 * libraries are shared, which hardly change, so this is done no more often than this.
 */
const SHARED_MS = 10_000;

/**
 * Measures a process with all its descendants. Pages that several processes share count in parts (`Pss`). Times never
 * fall; for a process that is gone the last figures stay. Null on systems other than Linux.
 */
export function usageMeter(pid: number): () => ServerUsage | null {
  let last: ServerUsage | null = null;
  let shared = { kb: 0, atMs: Number.NEGATIVE_INFINITY };
  return () => {
    const family = familyOf(pid);
    if (family.length === 0) return last;
    const anonKb = sum(family, ({ id }) => statusKb(id, 'RssAnon'));
    if (monotonicMs() - shared.atMs >= SHARED_MS) {
      shared = { kb: sum(family, ({ id }) => proportionalKb(id)) - anonKb, atMs: monotonicMs() };
    }
    const seconds = sum(family, ({ ticks }) => ticks) / TICKS_PER_SECOND;
    // A child that ends between two looks is missing for a moment.
    const cpuSeconds = Math.max(seconds, last?.cpuSeconds ?? 0);
    last = { cpuSeconds, mb: (anonKb + shared.kb) / 1024 };
    return last;
  };
}

/** Memory of a process with all its descendants, in MB: shared pages counted in each of them, and counted in parts. */
export interface FamilyMemory {
  readonly rssMb: number;
  readonly pssMb: number;
}

/** Read exactly, which takes some milliseconds a process. Zero for a process that is gone. */
export function memoryOf(pid: number): FamilyMemory {
  const family = familyOf(pid);
  return {
    rssMb: sum(family, ({ id }) => statusKb(id, 'VmRSS')) / 1024,
    pssMb: sum(family, ({ id }) => proportionalKb(id)) / 1024,
  };
}

/**
 * Processor time of the main thread of a process, in milliseconds: what the scheduler counts, in nanoseconds
 * (`/proc/PID/task/TID/schedstat`). Not a number where the system does not tell.
 */
export function mainThreadMs(pid: number): number {
  return Number(readProc(`${pid}/task/${pid}/schedstat`)?.split(' ')[0] ?? Number.NaN) / 1e6;
}

interface FamilyMember {
  readonly id: number;
  /** Processor time, that of ended children included. */
  readonly ticks: number;
}

/**
 * A process and its descendants. The parent is read before its children: when a child ends, its time becomes that of its
 * parent, and in this order nothing is counted twice.
 */
function familyOf(id: number): readonly FamilyMember[] {
  const stat = readProc(`${id}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(') ') + 2).split(' ') ?? [];
  // A zombie: it has ended, and its parent has not noticed yet.
  if (fields[0] === undefined || fields[0] === 'Z') return [];
  const ticks = sum(TIMES, (position) => Number(fields[position]));
  return [{ id, ticks }, ...childrenOf(id).flatMap(familyOf)];
}

/** Memory of a process, its part of shared pages included; all of them where the system does not tell the part. */
function proportionalKb(pid: number): number {
  const kb = /^Pss:\s+(\d+) kB/m.exec(readProc(`${pid}/smaps_rollup`) ?? '')?.[1];
  return kb === undefined ? statusKb(pid, 'VmRSS') : Number(kb);
}

/** A size in `/proc/PID/status`. */
function statusKb(pid: number, name: 'RssAnon' | 'VmRSS'): number {
  const line = readProc(`${pid}/status`)
    ?.split('\n')
    .find((one) => one.startsWith(`${name}:`));
  return line === undefined ? 0 : Number.parseInt(line.slice(name.length + 1), 10);
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

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
