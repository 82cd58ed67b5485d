/** What a raster worker does, be it a thread or a process. */
import { setImmediate } from 'node:timers/promises';
import type { Timed } from '../base/stage-times.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { RasterJob, RasterResult } from './jobs.ts';
import { raster } from './raster.ts';
import { RasterTools } from './raster-tools.ts';
import { warmUpRaster } from './warm-up/raster.ts';
import { quietBy } from './warm-up/rounds.ts';

export interface RasterSetup {
  readonly fonts: FontBook;
  /** Directory for font files, which the server removes. */
  readonly scratchDir: string;
  /** True where pictures are drawn for devices, and no job waits: draw some before the first job. */
  readonly warmUp?: boolean;
  /** Shared with a pool of threads: how many jobs wait. */
  readonly waiting?: SharedArrayBuffer;
}

/** Prepare to draw. Resolves with what draws one picture after the other. */
export async function prepareRaster(
  setup: RasterSetup,
): Promise<(job: RasterJob) => Promise<Timed<RasterResult>>> {
  const tools = new RasterTools(setup);
  const draw = async (job: RasterJob): Promise<Timed<RasterResult>> => {
    const result = await raster(tools, job);
    // Native pixels are freed only in a turn of the event loop, and between jobs there may be none.
    await setImmediate();
    return result;
  };
  const { warmUp = false, waiting } = setup;
  if (warmUp) await warmUpRaster(draw, waiting && quietBy(waiting));
  return draw;
}
