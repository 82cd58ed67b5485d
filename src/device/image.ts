/** `GET /api/image/{hash}.png`: the picture behind a signed URL. */
import { AppError, overloaded } from '../base/errors.ts';
import type { FetchedPicture } from '../content/picture-maker.ts';
import { parseContentHash } from '../domain/content-hash.ts';
import type { CallContext, DeviceApi } from './device-api.ts';

/**
 * The picture of a hash.
 * @throws {AppError} invalid_signature, content_not_found, overloaded, render_failed
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
  throw picture.error.code === 'overloaded' ? overloaded() : new AppError('render_failed');
}
