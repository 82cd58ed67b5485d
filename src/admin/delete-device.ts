/** `DELETE /api/admin/devices/{key}`: removes the entry of a device. */
import { z } from 'zod';
import { AppError } from '../base/errors.ts';
import { err, ok } from '../base/result.ts';
import { isDefaultKey } from '../domain/mapping.ts';
import type { AdminApi, AdminCall } from './admin-api.ts';
import { changeConfig } from './change-config.ts';
import { findEntry } from './find-device.ts';
import type { View } from './view.ts';

export const deletedSchema = z
  .object({ deleted: z.string().describe('The key, as it stood in the config file') })
  .meta({ examples: [{ deleted: 'AA:BB:CC:DD:EE:FF' }] });

/**
 * Remove an entry. The device falls back to the default screen with its next call.
 * @throws {AppError} unknown_device, reserved_key, and what stops a write
 */
export async function deleteDevice(
  api: AdminApi,
  call: AdminCall,
  keyText: string,
): Promise<View<typeof deletedSchema>> {
  const deleted = await changeConfig(api, call, ({ snapshot }) => {
    if (isDefaultKey(keyText)) return err(new AppError('reserved_key'));
    const found = findEntry(snapshot, api.registry, keyText);
    if (!found.ok) return found;
    const { key } = found.value;
    return ok({ edits: [{ kind: 'remove', path: ['devices', key] }], value: key });
  });
  call.log.info({ key: deleted }, 'admin: device deleted');
  return { deleted };
}
