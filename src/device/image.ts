/** `GET /api/image/{hash}.png`: the picture behind a signed URL. */
import type { Deadline } from '../base/deadline.ts';
import { AppError, overloaded } from '../base/errors.ts';
import { parseContentHash } from '../domain/content-hash.ts';
import type { DeviceApi } from './device-api.ts';

/**
 * The PNG of a hash.
 * @throws {AppError} invalid_signature, content_not_found, overloaded, render_failed
 */
export async function image(
  api: DeviceApi,
  name: string,
  query: URLSearchParams,
  deadline: Deadline,
): Promise<Buffer> {
  api.signer.verify(name, query, api.nowMs());
  const hash = parseContentHash(name);
  if (hash === null) throw new AppError('content_not_found');
  const kept = api.store.picture(hash);
  if (kept !== null) return kept;
  const content = api.store.get(hash);
  if (content === null) throw new AppError('content_not_found');
  const picture = await api.pictures.picture(content, deadline);
  if (picture.ok) return picture.value;
  throw picture.error.code === 'overloaded' ? overloaded() : new AppError('render_failed');
}
