/** How many workers the pools have. */
import { availableParallelism } from 'node:os';

/** Threads exist for jobs that wait for the network as well as for those that compute. */
const COMPOSE_PER_CORE = 8;

/** Threads for work that keeps a core busy. */
export function coreThreads(): number {
  return availableParallelism();
}

/** Most threads that run scripts and templates. @param wanted `COMPOSE_THREADS`, or null */
export function composeThreads(wanted: number | null): number {
  return wanted ?? coreThreads() * COMPOSE_PER_CORE;
}

/** Workers that draw. @param wanted `RASTER_THREADS`, or null */
export function rasterWorkers(wanted: number | null): number {
  return wanted ?? coreThreads();
}
