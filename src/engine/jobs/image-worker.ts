/** What an image worker does, be it a thread or a process. */
import { setImmediate } from 'node:timers/promises';
import { ok, type Result } from '../../platform/base/result.ts';
import type { ImageAnswer, ImageRequest } from '../../screens/script/image/image-request.ts';
import { processImage } from '../../screens/script/image/process-image.ts';

/** Process a picture of a script. */
export async function runImageJob({
  bytes,
  options,
}: Pick<ImageRequest, 'bytes' | 'options'>): Promise<Result<ImageAnswer>> {
  const answer = await processImage(bytes, options);
  // Native pixels are freed only in a turn of the event loop, and between jobs there may be none.
  await setImmediate();
  return ok(answer);
}
