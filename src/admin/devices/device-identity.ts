/** The identity of a device, for its operator: the reset. */
import { z } from 'zod';
import type { Kept } from '../../fleet/register/device-keeper.ts';
import type { DeviceRecord } from '../../fleet/register/device-record.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import type { View } from '../view.ts';
import { requireDevice } from './find-device.ts';

export const resetSchema = z
  .object({ reset: z.string().describe('MAC address of the device') })
  .meta({ id: 'DeviceReset', examples: [{ reset: 'AA:BB:CC:DD:EE:FF' }] });

/**
 * Forget the tokens and the pinned key of a device. The next to register under its address gets it; what it said of
 * itself, and its entry in the config, stay.
 * @throws {AppError} unknown_device, store_unavailable
 */
export async function resetDevice(
  api: AdminApi,
  call: AdminCall,
  key: string,
): Promise<View<typeof resetSchema>> {
  const record = calledDevice(api, key);
  let kept: Kept;
  do {
    // Another server may have forgotten it meanwhile.
    if (api.registry.get(record.id) !== record) calledDevice(api, key);
    api.registry.resetIdentity(record);
    kept = await api.keeper.keep(record);
  } while (kept === 'overtaken');
  if (kept === 'unavailable') throw new AppError('store_unavailable');
  api.keeper.note(record);
  api.events.add(
    record.id,
    {
      kind: 'identity_reset',
      address: call.address,
      isUsual: null,
      requestId: null,
      detail: `By the admin API (${call.caller.name}).`,
    },
    Date.now(),
  );
  call.log.info({ device: record.id }, 'admin: identity of a device reset');
  return { reset: record.id };
}

function calledDevice(api: AdminApi, key: string): DeviceRecord {
  const { record } = requireDevice(api.config(), api.registry, key);
  if (record !== null) return record;
  throw new AppError('unknown_device', {
    detail: 'The device has not called yet: there is nothing to reset.',
  });
}
