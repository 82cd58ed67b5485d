/** How many workers the pools have, and how much memory an idle one may keep. */
import { availableParallelism } from 'node:os';

/** A drawing process that holds more memory than this after a picture is replaced when it is idle. */
export const PROCESS_KEEP_BYTES = 256 * 1024 * 1024;

/** Most jobs that wait for the network do so without a thread; some wait in theirs, for pictures and for their turn. */
const COMPOSE_PER_CORE = 3;
const LEAST_COMPOSE = 4;

/** Threads for work that keeps a core busy. */
export function coreThreads(): number {
  return availableParallelism();
}

/** Most threads that run scripts and templates. @param wanted `COMPOSE_THREADS`, or null */
export function composeThreads(wanted: number | null): number {
  return wanted ?? Math.max(coreThreads() * COMPOSE_PER_CORE, LEAST_COMPOSE);
}

/** Workers that draw. @param wanted `RASTER_THREADS`, or null */
export function rasterWorkers(wanted: number | null): number {
  return wanted ?? coreThreads();
}
