/** `GET /api/image/{hash}.png`: the picture behind a signed URL. */
import { AppError } from '../base/errors.ts';
import { parseContentHash } from '../domain/content-hash.ts';
import type { DeviceApi } from './device-api.ts';

/** Seconds after which a device whose picture could not be drawn for lack of a free worker may ask again. */
const RETRY_AFTER_SECONDS = '5';

/**
 * The PNG of a hash.
 * @throws {AppError} invalid_signature, content_not_found, overloaded, render_failed
 */
export async function image(api: DeviceApi, name: string, query: URLSearchParams): Promise<Buffer> {
  api.signer.verify(name, query, api.nowMs());
  const hash = parseContentHash(name);
  if (hash === null) throw new AppError('content_not_found');
  const kept = api.store.picture(hash);
  if (kept !== null) return kept;
  const content = api.store.get(hash);
  if (content === null) throw new AppError('content_not_found');
  const picture = await api.pictures.picture(content);
  if (picture.ok) return picture.value;
  if (picture.error.code === 'overloaded') {
    throw new AppError('overloaded', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  }
  throw new AppError('render_failed');
}
