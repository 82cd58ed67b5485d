/**
 * Starts the programs of confined processes. The one that draws is started with the command itself, before anything is known
 * that it has to be told: it loads its code on another core while the server loads its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { codeCacheEnvironment } from '../../platform/base/code-cache.ts';
import { refuseIoUring } from '../native/confine.ts';

/** What a process runs. */
export interface Program {
  /** The compiled module; it calls `serveParent`. */
  readonly entry: URL;
  /** JavaScript heap. */
  readonly heapMb: number;
}

/**
 * Room for young garbage in a process: a picture makes some megabytes of it, all of which is garbage when it is done. With
 * less room, V8 copies much that would die a moment later; its own choice keeps 16 MB and more.
 */
const SEMI_SPACE_MB = 8;
/** Collections beside the program, in four threads, take more of the machine than they save one picture at a time. */
const COLLECTION = '--single-threaded-gc';
/**
 * The environment of a process: nothing of the server's but where compiled code is. mimalloc, the rasterizer's allocator,
 * would reserve a gigabyte that counts as used, and would free the pages of each large picture only to allocate them again.
 *
 * A process has one job at a time. With an arena a thread, and with a threshold that grows to the largest block that was
 * ever freed, the allocator of glibc keeps twice the memory: in one arena freed blocks are used again, and blocks of the
 * size of a picture go back to the system.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
  UV_THREADPOOL_SIZE: '1',
  MIMALLOC_PURGE_DELAY: '-1',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
  MIMALLOC_EAGER_COMMIT: '0',
};

let ioUringRefused = false;

/** Drop what a process must not inherit from the thread that starts it; once a thread. */
function prepareThread(): void {
  if (!ioUringRefused) refuseIoUring();
  ioUringRefused = true;
}

/** One that was started ahead, and nobody has taken. */
let ahead: (Program & { readonly child: ChildProcess }) | null = null;

/** Start a program that `startProgram` will be asked for; it loads its code, and waits for its setup. */
export function startAhead(program: Program): void {
  dismissAhead();
  const child = spawnProgram(program);
  // One that cannot be started is not taken: whoever wants it tries again, and reports why it failed.
  child.on('error', () => {});
  ahead = { ...program, child };
}

/** End the one that was started ahead, if nobody has taken it. */
export function dismissAhead(): void {
  ahead?.child.kill('SIGKILL');
  ahead = null;
}

/** Start a program, or take the one that was started ahead. */
export function startProgram(program: Program): ChildProcess {
  const { child, entry, heapMb } = ahead ?? {};
  if (child === undefined || entry?.href !== program.entry.href || heapMb !== program.heapMb) {
    return spawnProgram(program);
  }
  ahead = null;
  const isAlive = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return isAlive ? child : spawnProgram(program);
}

function spawnProgram({ entry, heapMb }: Program): ChildProcess {
  prepareThread();
  const flags = [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${SEMI_SPACE_MB}`, COLLECTION];
  return spawn(process.execPath, [...flags, fileURLToPath(entry)], {
    env: { ...ENVIRONMENT, ...codeCacheEnvironment() },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
}
