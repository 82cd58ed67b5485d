/** Thread entry of the raster pool: receives a job, draws it, returns a Result. */
import { setImmediate } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { Result } from '../src/base/result.ts';
import type { FontBook } from '../src/fonts/font-book.ts';
import type { RasterJob, RasterResult } from '../src/render/jobs.ts';
import { raster } from '../src/render/raster.ts';
import { Rasterizer } from '../src/svg/rasterizer.ts';
import { TextLifter } from '../src/text/text-lifter.ts';

const { fonts, scratchDir } = workerData as { fonts: FontBook; scratchDir: string };
const rasterizer = await Rasterizer.create({
  fonts,
  scratchDir,
  lifter: (finder) => new TextLifter(finder),
});

// biome-ignore lint/style/noDefaultExport: Piscina calls the default export of a worker file
export default async (job: RasterJob): Promise<Result<RasterResult>> => {
  const result = await raster(rasterizer, job);
  // Piscina sleeps between jobs without a turn of the event loop, and native pixels are freed only in such a turn.
  await setImmediate();
  return result;
};
