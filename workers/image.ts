/** Thread entry of the image pool: receives a picture of a script and what is wanted of it, returns the result. */
import { setImmediate } from 'node:timers/promises';
import { ok, type Result } from '../src/base/result.ts';
import type { ImageAnswer, ImageRequest } from '../src/script/image/image-request.ts';
import { processImage } from '../src/script/image/process-image.ts';

// biome-ignore lint/style/noDefaultExport: Piscina calls the default export of a worker file
export default async ({
  bytes,
  options,
}: Pick<ImageRequest, 'bytes' | 'options'>): Promise<Result<ImageAnswer>> => {
  const answer = await processImage(bytes, options);
  // Piscina sleeps between jobs without a turn of the event loop, and native pixels are freed only in such a turn.
  await setImmediate();
  return ok(answer);
};
