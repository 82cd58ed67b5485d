/** Process entry of the raster pool: receives jobs and draws them, one after the other. */

import type { RasterJob } from '../src/engine/jobs/jobs.ts';
import { sendAnswer } from '../src/engine/jobs/process-answers.ts';
import { loadRaster, type RasterSetup } from '../src/engine/jobs/raster-worker.ts';
import { serveParent } from '../src/pictures/isolation/serve-parent.ts';

serveParent(async (setup) => {
  const begin = await loadRaster(setup as RasterSetup);
  return async () => {
    const { draw, warmUp } = begin();
    return { work: async (job, send) => sendAnswer(send, await draw(job as RasterJob)), warmUp };
  };
});
