/** Thread entry of the raster pool: receives a job, draws it, returns a Result. */
import { workerData } from 'node:worker_threads';
import { prepareRaster, type RasterSetup } from '../src/engine/jobs/raster-worker.ts';
import { lowerThread, NICENESS } from '../src/platform/base/niceness.ts';

lowerThread(NICENESS.work);

// A promise: Piscina waits for it. See `compose.ts`.
// biome-ignore lint/style/noDefaultExport: Piscina calls the default export of a worker file
export default prepareRaster(workerData as RasterSetup);
