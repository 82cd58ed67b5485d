/** Process entry of the image pool: receives a script's picture and its options, and sends the result. */

import { runImageJob } from '../src/engine/jobs/image-worker.ts';
import { sendAnswer } from '../src/engine/jobs/process-answers.ts';
import { serveParent } from '../src/pictures/isolation/serve-parent.ts';
import type { ImageRequest } from '../src/screens/script/image/image-request.ts';

serveParent(async () => async () => ({
  work: async (job, send) => sendAnswer(send, await runImageJob(job as ImageRequest)),
}));
