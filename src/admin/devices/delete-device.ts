/** `DELETE /api/admin/devices/{key}`: removes the entry of a device, and with `forget` all that is known of it. */
import { z } from 'zod';
import type { DeviceId } from '../../domain/device-id.ts';
import { isDefaultKey } from '../../domain/mapping.ts';
import { AppError } from '../../platform/base/errors.ts';
import { err, ok } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { changeConfig } from '../config-text/change-config.ts';
import type { View } from '../view.ts';
import { findEntry, parseDeviceKey, requireDevice } from './find-device.ts';

export const deletedSchema = z
  .object({
    deleted: z
      .string()
      .nullable()
      .describe('The key, as it stood in the config file; null for a device without an entry, with `forget`'),
    forgotten: z
      .string()
      .nullable()
      .optional()
      .describe('Only with `forget`: MAC address of the device; null where it has never called'),
  })
  .meta({ id: 'DeviceDeleted', examples: [{ deleted: 'AA:BB:CC:DD:EE:FF' }] });

/**
 * Remove an entry. The device falls back to the default screen with its next call.
 * @throws {AppError} unknown_device, reserved_key, and what stops a write
 */
export async function deleteDevice(
  api: AdminApi,
  call: AdminCall,
  keyText: string,
): Promise<View<typeof deletedSchema>> {
  const deleted = await removeEntry(api, call, keyText);
  call.log.info({ key: deleted }, 'admin: device deleted');
  return { deleted };
}

/**
 * Forget a device, and remove its entry if it has one. The device registers with its next call, as an unknown one.
 * @throws {AppError} unknown_device, reserved_key, store_unavailable, and what stops a write: the device is forgotten then
 */
export async function forgetDevice(
  api: AdminApi,
  call: AdminCall,
  keyText: string,
): Promise<View<typeof deletedSchema>> {
  if (isDefaultKey(keyText)) throw new AppError('reserved_key');
  const key = parseDeviceKey(keyText);
  // Another server may have met it.
  const isRead = key?.kind !== 'mac' || (await api.keeper.refresh(key.id));
  const damaged = key?.kind === 'mac' && api.keeper.isDamaged(key.id) ? key.id : null;
  if (!isRead && damaged === null) throw new AppError('store_unavailable');
  const { mapping, forgotten } = findForgettable(api, keyText, damaged);
  if (forgotten !== null) await forget(api, forgotten);
  // By the key that it had: its code is not known any more.
  const deleted = mapping === null ? null : await removeEntry(api, call, mapping.key);
  call.log.info({ key: deleted, device: forgotten }, 'admin: device forgotten');
  return { deleted, forgotten };
}

/** @param damaged  the device, where its record cannot be read: it is there all the same */
function findForgettable({ config, registry }: AdminApi, keyText: string, damaged: DeviceId | null) {
  if (damaged !== null) {
    const found = findEntry(config(), registry, keyText);
    return { mapping: found.ok ? found.value.mapping : null, forgotten: damaged };
  }
  const { mapping, record } = requireDevice(config(), registry, keyText);
  return { mapping, forgotten: record === null ? null : record.id };
}

async function forget({ keeper, registry, pushes }: AdminApi, id: DeviceId): Promise<void> {
  if (!(await pushes.pictures.remove(id))) throw new AppError('store_unavailable');
  if (!(await keeper.forget(id))) throw new AppError('store_unavailable');
  registry.drop(id);
}

/** @returns the key, as it stood in the config file */
function removeEntry(api: AdminApi, call: AdminCall, keyText: string): Promise<string> {
  return changeConfig(api, call, ({ snapshot }) => {
    if (isDefaultKey(keyText)) return err(new AppError('reserved_key'));
    const found = findEntry(snapshot, api.registry, keyText);
    if (!found.ok) return found;
    const { key } = found.value.mapping;
    return ok({ edits: [{ kind: 'remove', path: ['devices', key] }], value: key });
  });
}
