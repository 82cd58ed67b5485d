/** Process entry of the image pool: receives a script's picture and its options, and sends the result. */
import { serveParent } from '../src/isolation/serve-parent.ts';
import { runImageJob } from '../src/render/image-worker.ts';
import { sendAnswer } from '../src/render/process-answers.ts';
import type { ImageRequest } from '../src/script/image/image-request.ts';

serveParent(async () => async () => async (job, send) => {
  sendAnswer(send, await runImageJob(job as ImageRequest));
});
