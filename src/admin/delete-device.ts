/** `DELETE /api/admin/devices/{key}`: removes the entry of a device. */
import { AppError } from '../base/errors.ts';
import { err, ok } from '../base/result.ts';
import type { AdminApi, AdminCall } from './admin-api.ts';
import { changeConfig } from './change-config.ts';
import { lookUpDevice, noEntry, parseDeviceKey } from './find-device.ts';

/**
 * Remove an entry. The device falls back to the default screen with its next call.
 * @throws {AppError} unknown_device, reserved_key, and what stops a write
 */
export async function deleteDevice(
  api: AdminApi,
  call: AdminCall,
  keyText: string,
): Promise<{ readonly deleted: string }> {
  const deleted = await changeConfig(api, ({ snapshot }) => {
    const key = parseDeviceKey(keyText);
    if (key?.kind === 'default') return err(new AppError('reserved_key'));
    const mapping = key === null ? null : lookUpDevice(snapshot, api.registry, key)?.mapping;
    if (!mapping) return err(noEntry(keyText));
    return ok({ edits: [{ kind: 'remove', path: ['devices', mapping.key] }], value: mapping.key });
  });
  call.log.info({ key: deleted }, 'admin: device deleted');
  return { deleted };
}
