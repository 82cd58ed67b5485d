/** What a raster worker does, be it a thread or a process. */
import { setImmediate } from 'node:timers/promises';
import type { Timed } from '../base/stage-times.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { RasterJob, RasterResult } from './jobs.ts';
import { raster } from './raster.ts';
import { RasterTools } from './raster-tools.ts';

export interface RasterSetup {
  readonly fonts: FontBook;
  /** Directory for font files, which the server removes. */
  readonly scratchDir: string;
}

/** Prepare to draw. Returns what draws one picture after the other. */
export function prepareRaster(setup: RasterSetup): (job: RasterJob) => Promise<Timed<RasterResult>> {
  const tools = new RasterTools(setup);
  return async (job) => {
    const result = await raster(tools, job);
    // Native pixels are freed only in a turn of the event loop, and between jobs there may be none.
    await setImmediate();
    return result;
  };
}
