/** Process entry of the raster pool: receives jobs and draws them, one after the other. */
import { serveParent } from '../src/isolation/serve-parent.ts';
import type { RasterJob } from '../src/render/jobs.ts';
import { sendAnswer } from '../src/render/process-answers.ts';
import { prepareRaster, type RasterSetup } from '../src/render/raster-worker.ts';

serveParent(async (setup) => {
  const draw = await prepareRaster(setup as RasterSetup);
  return async (job, send) => sendAnswer(send, await draw(job as RasterJob));
});
