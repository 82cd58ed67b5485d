/** What a raster worker does, be it a thread or a process. */
import { setImmediate } from 'node:timers/promises';
import type { Result } from '../base/result.ts';
import type { FontBook } from '../fonts/font-book.ts';
import { Rasterizer } from '../svg/rasterizer.ts';
import { TextLifter } from '../text/text-lifter.ts';
import type { RasterJob, RasterResult } from './jobs.ts';
import { raster } from './raster.ts';

export interface RasterSetup {
  readonly fonts: FontBook;
  /** Directory for font files, which the server removes. */
  readonly scratchDir: string;
}

/** Prepare to draw. Returns what draws one picture after the other. */
export async function prepareRaster({
  fonts,
  scratchDir,
}: RasterSetup): Promise<(job: RasterJob) => Promise<Result<RasterResult>>> {
  const rasterizer = await Rasterizer.create({
    fonts,
    scratchDir,
    lifter: (finder) => new TextLifter(finder),
  });
  return async (job) => {
    const result = await raster(rasterizer, job);
    // Native pixels are freed only in a turn of the event loop, and between jobs there may be none.
    await setImmediate();
    return result;
  };
}
