/** `GET /api/admin/devices/{key}/picture/told`: the very bytes of the picture that a device was told to show. */

import type { ContentHash } from '../../domain/content-hash.ts';
import { isDefaultKey } from '../../domain/mapping.ts';
import { resolveMapping } from '../../domain/resolve-mapping.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { requireDevice } from './find-device.ts';

export interface ToldPicture {
  readonly hash: ContentHash;
  /** Null for a caller who has it. */
  readonly png: Buffer | null;
}

/**
 * The picture that a device was last told to show.
 * @param has  whether the caller has the picture of this name: then it is not looked for
 * @throws {AppError} unknown_device, reserved_key, content_not_found: it was told none yet, or that is not kept any more
 */
export async function toldPicture(
  api: AdminApi,
  call: AdminCall,
  key: string,
  has: (hash: ContentHash) => boolean,
): Promise<ToldPicture> {
  if (isDefaultKey(key)) {
    throw new AppError('reserved_key', { detail: 'DEFAULT stands for many devices; ask for one of them.' });
  }
  const config = api.config();
  const { record } = requireDevice(config, api.registry, key);
  if (record === null || record.lastContent === null) {
    throw new AppError('content_not_found', { detail: 'The device was told no picture yet.' });
  }
  const { lastContent: hash } = record;
  if (has(hash)) return { hash, png: null };
  const resolved = resolveMapping(config, record);
  const asker = { config, mapping: resolved?.mapping ?? null, party: resolved?.party ?? 'stranger' } as const;
  const png = await api.announcedPictures.find(hash, asker, call.log);
  if (png !== null) return { hash, png };
  const detail = `The device was told the picture ${hash}, which no server keeps any more: its next poll makes another.`;
  throw new AppError('content_not_found', { detail });
}
