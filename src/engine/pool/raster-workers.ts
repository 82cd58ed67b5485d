/** The workers that draw: processes, or threads, with a folder for their font files. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { RasterIsolation } from '../../config/env/env.ts';
import { EngineEvents, type WorkerLoss } from '../../domain/engine-events.ts';
import type { FontBook } from '../../pictures/fonts/font-book.ts';
import { workerFile } from '../../platform/base/entry-files.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { type MemoryPlan, planMemory } from '../../platform/base/memory-plan.ts';
import { NICENESS } from '../../platform/base/niceness.ts';
import type { RasterJob, RasterResult } from '../jobs/jobs.ts';
import type { RasterSetup } from '../jobs/raster-worker.ts';
import type { JobPool } from './job-pool.ts';
import { ProcessPool } from './process-pool.ts';
import { RASTER_PROGRAM } from './raster-program.ts';
import { WorkerPool } from './worker-pool.ts';

/**
 * Private memory of a process that draws: heap, stacks, and the pixels of the
 * largest picture with a blurred group in it (64 MiB a layer, 680 MiB in all). Only hostile pictures need more.
 */
export const RASTER_MEMORY_BYTES = 768 * 1024 * 1024;

export interface RasterPoolOptions {
  readonly log: Logger;
  readonly fonts: FontBook;
  /** Private directory for font files. */
  readonly scratchDir: string;
  /** Most workers; default: as many as `memory` says. */
  readonly threads?: number;
  /** What a worker is. Default: a process. */
  readonly isolation?: RasterIsolation;
  /** True for a pool that is seldom used: its workers start with the first picture, and end without work. */
  readonly onDemand?: boolean;
  /** True: each worker draws some pictures of its own before its first job. Default: false. */
  readonly warmUp?: boolean;
  readonly events?: EngineEvents;
  /** Default: what suits the machine. */
  readonly memory?: MemoryPlan;
}

/** Workers with the same fonts, and the folder of their font files. */
interface Workers {
  readonly pool: JobPool<RasterJob, RasterResult>;
  readonly folder: string;
}

/** Open workers with a folder of their own, so that nothing of them stays when others take their place. */
export function openWorkers(options: RasterPoolOptions, workers: number): Workers {
  mkdirSync(options.scratchDir, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(options.scratchDir, 'raster-'));
  return { pool: openPool({ ...options, scratchDir: folder }, workers), folder };
}

/** Remove the folder of workers that have ended. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function openPool(options: RasterPoolOptions, workers: number): JobPool<RasterJob, RasterResult> {
  const { log, fonts, scratchDir, isolation = 'process', onDemand = false } = options;
  const { warmUp = false, events = new EngineEvents(), memory = planMemory() } = options;
  const imageBytes = memory.drawnImageBytes;
  const common = {
    maxQueue: LIMITS.rasterQueue,
    timeoutCode: 'raster_timeout',
    heapMb: RASTER_PROGRAM.heapMb,
    log,
    onLost: (why: WorkerLoss) => events.emit('workerLost', 'raster', why),
  } as const;
  const fewest = onDemand ? 0 : 1;
  if (isolation === 'thread') {
    return new WorkerPool({
      ...common,
      graceMs: 0,
      filename: workerFile('raster'),
      minThreads: fewest,
      maxThreads: workers,
      workerData: (waiting): RasterSetup => ({ fonts, scratchDir, imageBytes, warmUp, waiting }),
    });
  }
  // A process that is killed leaves its font files behind, so each has a folder of its own, which is removed with it.
  const folderOf = (number: number): string => path.join(scratchDir, String(number));
  return new ProcessPool({
    ...common,
    entry: RASTER_PROGRAM.entry,
    minProcesses: fewest,
    maxProcesses: workers,
    memoryBytes: RASTER_MEMORY_BYTES,
    keepBytes: memory.processKeepBytes,
    niceness: NICENESS.work,
    readable: [...new Set(fonts.faces.map(({ file }) => file)), ...fonts.systemDirs],
    setup: (number): RasterSetup => {
      mkdirSync(folderOf(number), { recursive: true, mode: 0o700 });
      return { fonts, scratchDir: folderOf(number), imageBytes, warmUp };
    },
    onGone: (number) => removeFolder(folderOf(number)),
  });
}
