/** `GET /api/image/{hash}.png`: the picture behind a signed URL. */
import { AppError } from '../base/errors.ts';
import type { FetchedPicture } from '../content/picture-maker.ts';
import { parseContentHash } from '../domain/content-hash.ts';
import type { CallContext, DeviceApi } from './device-api.ts';

/**
 * The picture of a hash.
 * @throws {AppError} invalid_signature, content_not_found, picture_delayed, render_failed
 */
export async function image(
  api: DeviceApi,
  name: string,
  query: URLSearchParams,
  { deadline, log }: Pick<CallContext, 'deadline' | 'log'>,
): Promise<FetchedPicture> {
  api.signer.verify(name, query, api.nowMs());
  const hash = parseContentHash(name);
  if (hash === null) throw new AppError('content_not_found');
  const picture = await api.pictures.fetch(hash, { deadline, log, device: null });
  if (picture === null) throw new AppError('content_not_found');
  if (picture.ok) return picture.value;
  throw picture.error.code === 'overloaded' ? delayed() : new AppError('render_failed');
}

/**
 * The picture took longer than the device waits. Firmware leaves the panel as it is and comes again after 15 s. Any
 * picture in its place would be kept by the device under the name of the right one.
 */
function delayed(): AppError {
  return new AppError('picture_delayed', { headers: { 'Retry-After': '15' } });
}
