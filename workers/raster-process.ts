/** Process entry of the raster pool: receives jobs and draws them, one after the other. */
import { serveParent } from '../src/isolation/serve-parent.ts';
import type { RasterJob } from '../src/render/jobs.ts';
import { sendAnswer } from '../src/render/process-answers.ts';
import { loadRaster, type RasterSetup } from '../src/render/raster-worker.ts';

serveParent(async (setup) => {
  const begin = await loadRaster(setup as RasterSetup);
  return async () => {
    const draw = await begin();
    return async (job, send) => sendAnswer(send, await draw(job as RasterJob));
  };
});
