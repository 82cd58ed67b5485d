/** The program of a process that draws. */
import type { Program } from '../../pictures/isolation/start-program.ts';
import { workerFile } from '../../platform/base/entry-files.ts';

export const RASTER_PROGRAM: Program = { entry: workerFile('raster-process'), heapMb: 512 };
