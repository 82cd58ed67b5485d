/**
 * How the memory that the server may take (`MEMORY_BUDGET`) is divided: what each store may keep, and how many workers there
 * may be. One table, so that the parts add up.
 */
import { availableParallelism, totalmem } from 'node:os';

const MIB = 1024 * 1024;

/** The budget for which the sizes of `STORES` are meant. */
const WHOLE_BYTES = 1024 * MIB;

/** Largest share of that: the sizes of a server with 16 GiB. Beyond it, looking up takes longer than making anew. */
const MOST_SHARE = 16;

interface StoreSize {
  /** With a budget of 1 GiB. */
  readonly mib: number;
  /** However small the budget is. */
  readonly leastMib: number;
}

/** Stores in memory. All are limited by bytes: a photo takes as much as 100 clocks. */
const STORES = {
  /** SVGs that devices have yet to fetch. Those that are promised, `LIMITS.promisedBytes`, and one of the largest. */
  contents: { mib: 32, leastMib: 24 },
  /** PNGs: five of a large panel at least. */
  pictures: { mib: 32, leastMib: 4 },
  /** The last good contents of devices whose screens fail: 2 000 with 15 KiB each. */
  lastGoodMapped: { mib: 32, leastMib: 4 },
  /** The same of devices without an entry in the config, which anybody can invent. */
  lastGoodUnmapped: { mib: 8, leastMib: 1 },
  /** Results of screens that are used again: a board with 60 texts takes 20 KiB. */
  composed: { mib: 16, leastMib: 2 },
  /** Answers to scripts' HTTP requests (`cache_ttl`). */
  httpAnswers: { mib: 32, leastMib: 4 },
  /** Pictures that were processed for scripts. */
  processedImages: { mib: 16, leastMib: 2 },
} as const satisfies Readonly<Record<string, StoreSize>>;

/** Bytes that each store may hold. */
export type StoreBytes = Readonly<Record<keyof typeof STORES, number>>;

/** What the server itself takes with its modules, and without any store or worker. */
const BASE_BYTES = 96 * MIB;
/** A thread that runs scripts, and a process that draws, under load (measured: `docs/benchmarks.md`). */
const COMPOSE_THREAD_BYTES = 32 * MIB;
const DRAWING_PROCESS_BYTES = 80 * MIB;

/** Most jobs that wait for the network do so without a thread; some wait in theirs, for pictures and for their turn. */
const COMPOSE_PER_CORE = 3;
const LEAST_COMPOSE = 4;
/** One for the quick screens, one for the slow ones. */
const FEWEST_COMPOSE = 2;

/** Images that are ready to be drawn, in each of these processes: two of the size of a large panel, or a dozen small ones. */
const DRAWN_IMAGES = { mib: 32, leastMib: 4 };

/** A drawing process that holds more after a picture is replaced when it is idle; so it is at half of the budget. */
const PROCESS_KEEP_BYTES = 256 * MIB;
/** What it holds anyway once it has drawn a photo, with the program itself, of which all processes share most. */
const PROCESS_KEEP_LEAST_BYTES = 160 * MIB;

/** How much each part of the server may have. */
export interface MemoryPlan {
  readonly budgetBytes: number;
  readonly stores: StoreBytes;
  /** Most threads that run scripts and templates, and most workers that draw. */
  readonly composeThreads: number;
  readonly rasterWorkers: number;
  /** What each of these keeps of the images in its pictures. */
  readonly drawnImageBytes: number;
  /** An idle process that holds more than this is replaced. */
  readonly processKeepBytes: number;
}

/** What is set by hand. */
export interface MemoryWishes {
  /** `MEMORY_BUDGET`; null takes half of what there is. */
  readonly budgetBytes?: number | null;
  /** `COMPOSE_THREADS` and `RASTER_THREADS`; null takes what suits the machine and the budget. */
  readonly composeThreads?: number | null;
  readonly rasterThreads?: number | null;
}

/** What the server runs on. */
export interface Machine {
  readonly memoryBytes: number;
  readonly cores: number;
}

/** This machine, or the part of it that the process may have: the smaller of its memory and the limit of its cgroup. */
export function ownMachine(): Machine {
  // Without a limit it is 0, or larger than any memory.
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { memoryBytes, cores: availableParallelism() };
}

/**
 * Divide the budget. Without one it is half of the machine's memory, and the stores are no larger than 1 GiB has them: a
 * machine with much memory has it for others, too.
 */
export function planMemory(wishes: MemoryWishes = {}, machine: Machine = ownMachine()): MemoryPlan {
  const budgetBytes = wishes.budgetBytes ?? Math.floor(machine.memoryBytes / 2);
  const mostShare = wishes.budgetBytes == null ? 1 : MOST_SHARE;
  const share = Math.min(budgetBytes / WHOLE_BYTES, mostShare);
  const stores = storeBytes(share);
  const left = budgetBytes - BASE_BYTES - Object.values(stores).reduce((sum, bytes) => sum + bytes, 0);
  const fitting = (bytesEach: number): number => Math.max(Math.floor(left / 2 / bytesEach), 0);
  const byCores = Math.max(machine.cores * COMPOSE_PER_CORE, LEAST_COMPOSE);
  return {
    budgetBytes,
    stores,
    composeThreads:
      wishes.composeThreads ?? Math.max(Math.min(byCores, fitting(COMPOSE_THREAD_BYTES)), FEWEST_COMPOSE),
    rasterWorkers:
      wishes.rasterThreads ?? Math.max(Math.min(machine.cores, fitting(DRAWING_PROCESS_BYTES)), 1),
    drawnImageBytes: bytesOf(DRAWN_IMAGES, Math.min(share, 1)),
    processKeepBytes: Math.max(Math.min(PROCESS_KEEP_BYTES, budgetBytes / 2), PROCESS_KEEP_LEAST_BYTES),
  };
}

function storeBytes(share: number): StoreBytes {
  const sizes = Object.entries(STORES).map(([name, size]) => [name, bytesOf(size, share)] as const);
  return Object.fromEntries(sizes) as StoreBytes;
}

function bytesOf({ mib, leastMib }: StoreSize, share: number): number {
  return Math.floor(Math.max(mib * share, leastMib) * MIB);
}

/** With a budget of 1 GiB. */
export const WHOLE_STORES: StoreBytes = storeBytes(1);
